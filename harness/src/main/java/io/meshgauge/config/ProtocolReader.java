package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Unit;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads {@code protocol}: how every trial is run. */
final class ProtocolReader {
  static final Keys KEYS = new Keys("the protocol");

  static final Key<Optional<Integer>> REPLICATES =
      KEYS.key("replicates", Form.whole(1, Form.MOST).or("auto"));

  static final Key<Duration> TIME = KEYS.key("time", Form.duration());

  static final Key<Double> EFFECT =
      KEYS.key(
          "effect",
          Form.quantity(Unit.RATIO)
              .that(it -> it > 0 && it <= 1, "above 0 and at most 100 %")
              .advised("write the smallest difference that matters, for example 5%"));

  static final Key<Optional<Double>> RATE =
      KEYS.key(
          "rate",
          Form.quantity(Unit.REQUESTS_PER_SECOND)
              .that(it -> it > 0, "above 0")
              .advised("write auto to have the machine's capacity probed")
              .or("auto"));

  private static final Key<String> ARRIVAL =
      KEYS.key("arrival", Form.oneOf(List.of("poisson", "uniform")));

  private static final Key<Integer> WARMUP = KEYS.key("warmup-requests", Form.whole(0, Form.MOST));

  private static final Key<Integer> CONNECTIONS = KEYS.key("connections", Form.whole(1, Form.MOST));

  static final Key<Integer> LOAD_WORKERS =
      KEYS.key(
          "load-workers",
          Form.whole(1, 64).advised("one worker sends thousands of requests per second"));

  private static final Key<Optional<Integer>> WINDOWS =
      KEYS.key("windows", Form.whole(1, Form.MOST).or("auto"));

  private static final Key<Boolean> NOISE_FLOOR = KEYS.key("noise-floor", Form.BOOL);

  /** A load worker that is later on an idle machine lacks CPU. */
  private static final Key<Double> SEND_LAG =
      KEYS.key(
          "send-lag",
          Form.quantity(Unit.SECONDS)
              .that(
                  it -> it > 0 && it <= LagLimit.MOST_ACCEPTED,
                  "above 0 and at most 1ms: more would be part of every response time")
              .advised(
                  "write the p99 that the load worker reaches on this machine, or leave it out; if "
                      + "that is above 1ms, lower the rate or end other work on this machine"));

  static final Key<Map<String, Value>> DURATIONS =
      KEYS.key("durations", Form.MAPPING.as(Value.Mapping::values));

  private static final int THOUSANDS = 1000;

  /** The instruments of a window take about two seconds on a cluster, as long as a short one. */
  private static final int CLUSTER_WINDOWS = 3;

  private ProtocolReader() {}

  /** Reads the protocol; an invalid part gets a placeholder and a problem. */
  static Protocol read(Section section, Problems problems, List<String> notes) {
    SessionLength length = SessionLength.read(section, problems, notes);
    Protocol single =
        new Protocol(
            length.replicates(),
            boxed(section.get(RATE, Optional.empty())),
            section.get(ARRIVAL, "poisson"),
            section.get(WARMUP, 0),
            section.get(CONNECTIONS, 1),
            section.get(LOAD_WORKERS, 1),
            section.get(NOISE_FLOOR, true));
    Protocol protocol =
        single.inWindows(section.get(WINDOWS, Optional.of(1)).orElse(Protocol.SHORTEST_WINDOWS));
    if (length.time().isPresent()) {
      protocol = protocol.lasting(length.time().get());
    }
    if (length.effect().isPresent()) {
      protocol =
          protocol.until(new Protocol.Precision(length.effect().get(), protocol.replicates()));
    }
    protocol = protocol.accepting(boxed(section.get(SEND_LAG)));
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

  private static OptionalDouble boxed(Optional<Double> number) {
    return number.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }
}
