package io.meshgauge.product;

import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Variants in the short form of tests: {@code istio-mtls policy=rbac retries=3}. */
public final class SampleVariants {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final String POLICIES = "harness/src/test/resources/policy/";

  /** Word for a TCP stream instead of the sample services. */
  private static final String STREAM = "stream";

  private SampleVariants() {}

  /**
   * The variant of a mesh with some settings, among them {@code policy}, {@code telemetry} and
   * {@code policy-file}: a path in the project, or the name of a file of tests. A plus in a value
   * is a space.
   */
  public static Variant of(String words) {
    SortedMap<String, String> settings = new TreeMap<>();
    List<String> all = words(words);
    all.stream()
        .map(it -> it.split("=", 2))
        .filter(it -> it.length == 2)
        .forEach(
            it ->
                settings.put(
                    it[0], it[0].equals("policy-file") ? file(it[1]) : it[1].replace('+', ' ')));
    String policy = settings.getOrDefault("policy", "none");
    String telemetry = settings.getOrDefault("telemetry", "default");
    settings.keySet().removeAll(List.of("policy", "telemetry"));
    return new Variant("arm", all.get(0), policy, telemetry, settings);
  }

  /** What it is deployed with: the sample services or, with the word {@code stream}, a stream. */
  public static Topology topology(String words) {
    return design(words)
        .topology(words(words).contains(STREAM) ? Topology.STREAM : SampleServices.ALL);
  }

  /** Its setup. */
  public static ProductDesign design(String words) {
    Variant variant = of(words);
    return Products.named(variant.mesh()).design(variant);
  }

  private static List<String> words(String words) {
    return Arrays.asList(words.split(" "));
  }

  private static String file(String name) {
    return HOME.resolve(name.contains("/") ? name : POLICIES + name).toString();
  }
}
