package io.meshgauge.product.replica;

import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Durations;
import io.meshgauge.product.Fairness;
import io.meshgauge.product.Setting;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.Balancing.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * How many processes services have, and how calls are distributed over them.
 *
 * @param algorithm how a replica is chosen
 * @param replicas processes of each service, 1 to 9
 * @param slow additional delay of the last replica of each service that supports a delay
 * @param failing the share of its calls that the last replica of each service that can fail them
 *     fails
 */
public record ReplicaSettings(
    Algorithm algorithm, int replicas, Optional<Duration> slow, Optional<Double> failing) {
  public static final Setting REPLICAS =
      Setting.whole(Variant.REPLICAS, 1, 9, "processes of each service");
  public static final Setting SLOW_REPLICA = Setting.duration("slow-replica");
  public static final Setting FAILING_REPLICA =
      new Setting(
          "failing-replica",
          "a share above 0, up to 1",
          Pattern.compile("1|1\\.0+|0?\\.\\d*[1-9]\\d*").asMatchPredicate());

  /** Key by which a plan requests that running proxies can drain a process; no setting of users. */
  public static final String DRAINING = "draining";

  /** Value of {@link #DRAINING}. */
  public static final String ON = "on";

  private static final String ALGORITHM = "algorithm";
  private static final String THINK_TIME = "think-time";
  private static final String FAILURE_RATE = "failure-rate";

  /** Settings that have no effect with one replica, with reasons. */
  private static final Map<String, String> REQUIRING_REPLICAS =
      new TreeMap<>(
          Map.of(
              FAILING_REPLICA.name(), "so that others succeed",
              SLOW_REPLICA.name(), "so that calls can avoid the slow one",
              TrafficSetting.OUTLIER_DETECTION.key(), "so that one can be ejected"));

  /** The setting that selects one of a product's algorithms. */
  public static Setting algorithm(List<Algorithm> known) {
    return Setting.oneOf(ALGORITHM, known.stream().map(Algorithm::name).toList());
  }

  /**
   * The settings of a valid variant.
   *
   * @param known the product's algorithms, the first of which is the default
   * @param usual replicas by default
   */
  public static ReplicaSettings of(Variant variant, List<Algorithm> known, int usual) {
    String wanted = variant.setting(ALGORITHM, known.get(0).name());
    return new ReplicaSettings(
        known.stream().filter(it -> it.name().equals(wanted)).findFirst().orElseThrow(),
        Integer.parseInt(variant.setting(Variant.REPLICAS, Integer.toString(usual))),
        Optional.of(variant.setting(SLOW_REPLICA.name(), ""))
            .filter(text -> !text.isEmpty())
            .map(Durations::of),
        Optional.ofNullable(variant.lookup().get(FAILING_REPLICA.name())).map(Double::valueOf));
  }

  /**
   * Problems in the combination of settings that are each valid.
   *
   * @param usual replicas by default
   */
  public static List<String> problems(Variant variant, int usual) {
    List<String> problems = new ArrayList<>();
    if (variant.setting(Variant.REPLICAS, Integer.toString(usual)).equals("1")) {
      REQUIRING_REPLICAS.forEach(
          (setting, why) -> {
            if (variant.settings().containsKey(setting)) {
              problems.add(
                  "setting %s on mesh %s: there is one replica; expected replicas: 2 or more, %s"
                      .formatted(setting, variant.mesh(), why));
            }
          });
    }
    return problems;
  }

  /** Whether running proxies must be able to drain a process. */
  public static boolean draining(Variant variant) {
    return variant.setting(DRAINING, "").equals(ON);
  }

  /** Whether services have several processes. */
  public boolean several() {
    return replicas > 1;
  }

  /**
   * As many processes as requested; one of a stream's server, since its connections belong
   * together.
   */
  public Topology replicated(Topology topology) {
    boolean streams = topology.hops().stream().anyMatch(hop -> hop.protocol() == Protocol.TCP);
    return streams ? topology : topology.times(replicas);
  }

  /** How requests for every called service are distributed at a site; empty with one replica. */
  public Map<String, Balancing> balancing(Site site) {
    Map<String, Balancing> all = new LinkedHashMap<>();
    for (String service : site.topology().services()) {
      List<Hop> hops = site.topology().to(service);
      if (site.topology().copies() > 1 && !hops.isEmpty()) {
        all.put(service, balancing(site, service, Unit.REQUESTS));
      }
    }
    return all;
  }

  /** How calls to a service are distributed at a site. */
  public Balancing balancing(Site site, String service, Unit unit) {
    List<Server> servers =
        site.topology().replicas(service).stream()
            .map(
                it ->
                    new Server(
                        it,
                        site.servingOf(it),
                        algorithm.weight(it.number()),
                        slowed(it, site.topology()),
                        failing.filter(share -> isLast(it, site.topology(), FAILURE_RATE))))
            .toList();
    return new Balancing(algorithm.rule(), unit, servers);
  }

  /** Additional delay of a replica. */
  public Optional<Duration> slowed(Replica replica, Topology topology) {
    return slow.filter(more -> isLast(replica, topology, THINK_TIME));
  }

  /** Whether it is the last of several replicas of a service with a setting. */
  private static boolean isLast(Replica replica, Topology topology, String setting) {
    return topology.copies() > 1
        && replica.number() == topology.copies()
        && topology.service(replica.service()).understands(setting);
  }

  /** Line {@code balancing} of the fairness manifest for an arm without a load balancer. */
  public String factor(String who) {
    return several() ? who + ": " + description(algorithm.word()) : Fairness.ONE_PROCESS;
  }

  /**
   * Human-readable form.
   *
   * @param word the product's name of the algorithm; empty for a default without a name
   */
  public String description(String word) {
    return "%s%s over %d replica%s of each service%s%s"
        .formatted(
            algorithm.name(),
            word.isEmpty() ? "" : " (" + word + ")",
            replicas,
            replicas == 1 ? "" : "s",
            slow.map(
                    more ->
                        ", the last of each service with a think time %d ms slower"
                            .formatted(more.toMillis()))
                .orElse(""),
            failing
                .map(
                    share ->
                        String.format(
                            Locale.ROOT,
                            ", the last of each service that can fail calls fails %.0f %%",
                            100 * share))
                .orElse(""));
  }
}
