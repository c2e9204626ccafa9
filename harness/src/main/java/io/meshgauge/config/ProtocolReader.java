package io.meshgauge.config;

import io.meshgauge.config.section.Quantity;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Unit;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads {@code protocol}: how every trial is run. */
final class ProtocolReader {
  private static final String AUTO = "auto";
  private static final int THOUSANDS = 1000;
  private static final int MAX_WORKERS = 64;

  /** A load worker that is later on an idle machine lacks CPU. */
  private static final double MOST_LAG = 1e-3;

  /** The instruments of a window take about two seconds on a cluster, as long as a short one. */
  private static final int CLUSTER_WINDOWS = 3;

  private final Problems problems;

  ProtocolReader(Problems problems) {
    this.problems = problems;
  }

  /** Reads the protocol; an invalid part gets a placeholder and a problem. */
  Protocol read(Section section, List<String> notes) {
    SessionLength length = SessionLength.read(section, problems, notes);
    Protocol single =
        new Protocol(
            length.replicates(),
            rate(section),
            section
                .choice("arrival", Map.of("uniform", "uniform", "poisson", "poisson"))
                .orElse("poisson"),
            section.count("warmup-requests", 0).orElse(0),
            section.count("connections", 1).orElse(1),
            loadWorkers(section),
            section.bool("noise-floor").orElse(true));
    Protocol protocol = single.inWindows(windows(section));
    if (length.time().isPresent()) {
      protocol = protocol.lasting(length.time().get());
    }
    if (length.effect().isPresent()) {
      protocol =
          protocol.until(
              new Protocol.Precision(length.effect().getAsDouble(), protocol.replicates()));
    }
    protocol = protocol.accepting(sendLag(section));
    if (protocol.replicates() < Protocol.MIN_REPLICATES) {
      notes.add(
          "With fewer than %d replicates no difference can be distinguished from chance."
              .formatted(Protocol.MIN_REPLICATES));
    }
    if (protocol.warmupRequests() < THOUSANDS) {
      notes.add(
          "A warm-up of %d requests leaves code uncompiled: the first seconds will look slow."
              .formatted(protocol.warmupRequests()));
    }
    if (!protocol.noiseFloor()) {
      notes.add("Without an A/A pair there is no noise floor: small differences cannot be ranked.");
    }
    return protocol;
  }

  /**
   * The protocol on a cluster.
   *
   * @param sharedProxies whether the same proxies of the nodes carry several arms
   */
  static Protocol onCluster(Protocol protocol, boolean sharedProxies, List<String> notes) {
    if (protocol.windows().isEmpty()) {
      return protocol;
    }
    if (sharedProxies) {
      notes.add(
          "The same proxies of the nodes carry several arms and count for all of them: one arm is"
              + " deployed after the other, and each is measured in one window.");
      return protocol.inWindows(1);
    }
    return protocol.windows().getAsInt() == Protocol.SHORTEST_WINDOWS
        ? protocol.inWindows(CLUSTER_WINDOWS)
        : protocol;
  }

  /** The protocol for these variants. */
  static Protocol fit(Protocol protocol, List<Variant> variants, List<String> notes) {
    if (protocol.windows().isEmpty()) {
      return protocol;
    }
    if (variants.stream().anyMatch(TrafficSetting::remembers)) {
      notes.add(
          "Rate limits and outlier detection would recover between windows: one arm is deployed after"
              + " the other, and each is measured in one window.");
      return protocol.inWindows(1);
    }
    return protocol;
  }

  /** The accepted send lag in seconds; empty where the share of the median alone is the limit. */
  private OptionalDouble sendLag(Section section) {
    Optional<Value> written = section.value("send-lag");
    OptionalDouble seconds =
        written.isPresent() ? section.quantity("send-lag", Unit.SECONDS) : OptionalDouble.empty();
    if (seconds.isPresent() && (seconds.getAsDouble() <= 0 || seconds.getAsDouble() > MOST_LAG)) {
      problems.wrong(
          written.orElseThrow().place(),
          "send-lag is " + written.get().describe(),
          "a duration above 0 and at most 1ms: more would be part of every response time",
          "write the p99 that the load worker reaches on this machine, or leave it out; if that is "
              + "above 1ms, lower the rate or end other work on this machine");
      return OptionalDouble.empty();
    }
    return seconds;
  }

  static boolean isAuto(Section section, String key) {
    return section
        .value(key)
        .filter(it -> it instanceof Value.Scalar scalar && scalar.text().equals(AUTO))
        .isPresent();
  }

  private static int windows(Section section) {
    return isAuto(section, "windows")
        ? Protocol.SHORTEST_WINDOWS
        : section.count("windows", 1).orElse(1);
  }

  private int loadWorkers(Section section) {
    int workers = section.count("load-workers", 1).orElse(1);
    if (workers > MAX_WORKERS) {
      problems.wrong(
          section.place(),
          "load-workers is " + workers,
          "a whole number from 1 to " + MAX_WORKERS,
          "one worker sends thousands of requests per second");
    }
    return workers;
  }

  private OptionalDouble rate(Section section) {
    String expected = Quantity.example(Unit.REQUESTS_PER_SECOND) + ", above 0; or " + AUTO;
    Optional<Value.Scalar> written = section.scalar("rate", expected);
    if (written.isEmpty() || written.get().text().equals(AUTO)) {
      return OptionalDouble.empty();
    }
    OptionalDouble rate = Quantity.parse(Unit.REQUESTS_PER_SECOND, written.get().text());
    if (rate.isPresent() && rate.getAsDouble() > 0) {
      return rate;
    }
    problems.wrong(
        written.get().place(),
        "rate is " + written.get().describe(),
        expected,
        "write auto to have the machine's capacity probed");
    return OptionalDouble.empty();
  }
}
