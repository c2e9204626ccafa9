package io.meshgauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Default images are pinned: two runs of one version of the project use the same programs. */
class DefaultImagesTest {
  private static final Path MANIFESTS =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("k8s");

  private static final Pattern IN_MANIFEST = Pattern.compile("(?m)^[ -]*image: *\"?([^\\s\"]+)");
  private static final Pattern IN_REFERENCE = Pattern.compile("(?m)^ *\\S+-image: *(\\S+)");

  /** A digest, or a tag that begins with a version; a port of a registry is not a tag. */
  private static final Pattern PINNED =
      Pattern.compile("[^@\\s]+@sha256:[0-9a-f]{64}|[^:@\\s]*(:\\d+/[^:@\\s]+)?:v?\\d[^/@\\s]*");

  static Stream<String> defaultImages() throws IOException {
    List<String> images = new ArrayList<>(Products.images().values());
    add(IN_REFERENCE, Configuration.reference(), images);
    try (Stream<Path> files = Files.walk(MANIFESTS)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".yaml")).toList()) {
        add(IN_MANIFEST, Files.readString(file), images);
      }
    }
    return images.stream().distinct().sorted();
  }

  private static void add(Pattern pattern, String text, List<String> images) {
    pattern.matcher(text).results().map(DefaultImagesTest::name).forEach(images::add);
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }

  @ParameterizedTest
  @MethodSource("defaultImages")
  void everyDefaultImageHasAVersionTagOrADigest(String image) {
    assertThat(image).matches(PINNED);
  }

  @Test
  void theManifestsAndTheReferenceAreRead() throws IOException {
    assertThat(defaultImages())
        .anyMatch(it -> it.startsWith("meshgauge/gateway:"))
        .anyMatch(it -> it.startsWith("prom/prometheus:"))
        .anyMatch(it -> it.contains("/iperf3:"))
        .hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"iperf3", "iperf3:latest", "host:5000/iperf3", "host:5000/iperf3:latest", "a@b"})
  void anImageWithoutAVersionIsNotPinned(String image) {
    assertThat(image).doesNotMatch(PINNED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"iperf3:3.19", "host:5000/team/iperf3:v1", "haproxy:2.6.12-alpine"})
  void aVersionTagIsPinned(String image) {
    assertThat(image).matches(PINNED);
  }
}
