package io.meshgauge.product.envoy;

import io.meshgauge.product.ConfigTemplate;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DynamicConfig.Drain;
import io.meshgauge.topology.plane.DynamicConfig.Turn;
import io.meshgauge.topology.plane.DynamicConfig.Way;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The addresses of a cluster in a file that Envoy watches (endpoint discovery), by which one of
 * them is drained.
 *
 * @param path of the file, in a folder of the run
 * @param proxy that reads it
 * @param cluster name of the cluster
 * @param service behind it
 * @param endpoints its processes, in the order of their numbers
 */
public record WatchedEndpoints(
    Path path, String proxy, String cluster, String service, List<Endpoint> endpoints) {
  private static final ConfigTemplate TEMPLATE =
      new ConfigTemplate(WatchedEndpoints.class, "endpoints.yaml.mustache");

  private static final String PAGE = "/clusters";

  /** How the page calls an endpoint that is chosen, and one that is not. */
  private static final String CHOSEN = "healthy";

  private static final String DRAINED = "/eds_status_draining";

  public WatchedEndpoints {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * A process.
   *
   * @param weight its share relative to the others' weights
   */
  public record Endpoint(Address address, int weight) {}

  /** The file, in which none drains. */
  public ConfigFile usual() {
    return file(List.of(), List.of());
  }

  /** How the proxy drains each; none where there is one only, whose traffic none could take. */
  public List<Drain> drains() {
    return drains(Optional.empty());
  }

  /**
   * The same with a fault on purpose.
   *
   * @param exposed process that gets plaintext once it was drained
   */
  List<Drain> drains(Optional<Replica> exposed) {
    List<Replica> all =
        IntStream.rangeClosed(1, endpoints.size() > 1 ? endpoints.size() : 0)
            .mapToObj(number -> new Replica(service, number))
            .toList();
    return Drain.groups(all).stream()
        .map(
            group ->
                new Drain(
                    proxy,
                    group,
                    turn(file(group, List.of()), group, DRAINED),
                    turn(
                        file(List.of(), exposed.filter(group::contains).stream().toList()),
                        group,
                        CHOSEN)))
        .toList();
  }

  private Turn turn(ConfigFile file, List<Replica> group, String health) {
    List<Sign> signs =
        group.stream()
            .map(it -> endpoints.get(it.number() - 1).address())
            .map(it -> new Sign(PAGE, "%s::%s::health_flags::%s".formatted(cluster, it, health)))
            .toList();
    return new Turn(new Way.Watched(file), signs);
  }

  private ConfigFile file(List<Replica> drained, List<Replica> exposed) {
    List<Map<String, Object>> all =
        IntStream.range(0, endpoints.size())
            .mapToObj(
                it ->
                    Map.<String, Object>of(
                        "address", endpoints.get(it).address(),
                        "weight", endpoints.get(it).weight(),
                        "drained", drained.contains(new Replica(service, it + 1)),
                        "exposed", exposed.contains(new Replica(service, it + 1))))
            .toList();
    return new ConfigFile(path, TEMPLATE.fill(Map.of("cluster", cluster, "endpoints", all), this));
  }
}
