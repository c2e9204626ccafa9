package io.meshgauge.topology.routing;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Services and routes that every proxy is configured with and that no request uses: what a mesh of
 * many services brings to each of its proxies.
 *
 * @param services that no workload calls, at least 0
 * @param routes that match no request, before the route to each called service, at least 0
 * @param halved a workload whose proxy gets only half of them, to show that this is found; empty
 *     where all have all
 */
public record ConfigurationSize(int services, int routes, Optional<String> halved) {
  /** Nothing but what the workloads use. */
  public static final ConfigurationSize AS_USUAL = new ConfigurationSize(0, 0, Optional.empty());

  /** Most of either: the evidence reads the configuration of each proxy whole. */
  public static final int MOST = 2_000;

  /** Port of the services; nothing listens at it. */
  public static final int PORT = 9;

  private static final String NAME = "synthetic";

  /** A service or a route, or how Istio calls the cluster of such a service. */
  private static final Pattern OWN =
      Pattern.compile("(outbound\\|%d\\|\\|)?%s\\d+(\\..*)?".formatted(PORT, NAME));

  /** Whether there are any. */
  public boolean any() {
    return services > 0 || routes > 0;
  }

  /** The names of the services that the proxy of a workload gets. */
  public List<String> servicesOf(String workload) {
    return names(services, workload);
  }

  /** The names of the routes that the proxy of a workload gets before each of its own. */
  public List<String> routesOf(String workload) {
    return names(routes, workload);
  }

  private List<String> names(int all, String workload) {
    int some = halved.filter(workload::equals).isPresent() ? all / 2 : all;
    return IntStream.rangeClosed(1, some).mapToObj(it -> NAME + it).toList();
  }

  /** Whether a cluster or a route of a proxy is one of them. */
  public static boolean has(String name) {
    return OWN.matcher(name).matches();
  }
}
