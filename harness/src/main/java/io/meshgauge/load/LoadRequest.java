package io.meshgauge.load;

import static java.util.stream.Collectors.joining;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.topology.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Work of the load workers in one window.
 *
 * @param plan the {@code .jmx} file
 * @param folder receives the results; created if absent
 * @param duration of the measured window
 * @param properties JMeter properties of the plan, for example {@code host}, {@code port}, {@code
 *     rate}, {@code seed}; the constructor adds {@code duration}
 * @param own what a user's plan needs; empty for the plans of the project
 */
public record LoadRequest(
    Path plan,
    Path folder,
    Duration duration,
    SortedMap<String, String> properties,
    Optional<OwnFile> own) {

  private static final String REPEAT = "repeat";

  /** Labels that the load worker names where nothing of a plan is sent. */
  private static final int NAMED = 20;

  public LoadRequest {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("duration %s; expected above zero".formatted(duration));
    }
    SortedMap<String, String> all = new TreeMap<>(properties);
    all.put("duration", Long.toString(Math.max(1, duration.toSeconds())));
    properties = all;
  }

  /** Work under a plan of the project. */
  public LoadRequest(
      Path plan, Path folder, Duration duration, SortedMap<String, String> properties) {
    this(plan, folder, duration, properties, Optional.empty());
  }

  /**
   * Work under a plan.
   *
   * @param file of the plan
   */
  public static LoadRequest of(Plan plan, Path file, Path folder, Duration duration) {
    LoadRequest request = new LoadRequest(file, folder, duration, new TreeMap<>(), plan.own());
    if (plan.own().isEmpty()) {
      return request;
    }
    OwnFile own = plan.own().get();
    LoadRequest users =
        request
            .with("jtl", Boolean.toString(own.jtl()))
            .with("conditions", own.conditional().stream().limit(NAMED).collect(joining(", ")));
    LoadRequest aimed = own.target().map(it -> users.with("target", it)).orElse(users);
    return own.openModel().map(it -> aimed.with("shape", it.shape())).orElse(aimed);
  }

  /**
   * One worker's part of this request: its index, its share of connections and warm-up, and the
   * folder {@code worker-K}. The part of a single worker is the request itself.
   *
   * @param index from 0
   * @param workers their number
   */
  LoadRequest part(int index, int workers) {
    if (workers == 1) {
      return this;
    }
    LoadRequest part =
        dividedAmong(workers)
            .with("worker", Integer.toString(index))
            .with("workers", Integer.toString(workers));
    return new LoadRequest(
        plan, folder.resolve("worker-" + index), duration, part.properties(), own);
  }

  /** This request with connections and warm-up concurrency divided among the workers. */
  public LoadRequest dividedAmong(int workers) {
    LoadRequest each = this;
    for (String shared : List.of("connections", "warmupConcurrency")) {
      String all = properties.get(shared);
      if (all != null) {
        int share = (Integer.parseInt(all) + workers - 1) / workers;
        each = each.with(shared, Integer.toString(share));
      }
    }
    return each;
  }

  /** This request for workers that wait for another window after each. */
  public LoadRequest repeated() {
    return with(REPEAT, "true");
  }

  /** Whether the workers wait for another window after each. */
  boolean isRepeated() {
    return Boolean.parseBoolean(properties.get(REPEAT));
  }

  /**
   * This request with the addresses of its services: {@code NAME.host} and {@code NAME.port} of
   * each, and {@code host} and {@code port} if there is only one.
   *
   * @param entries by service name
   */
  public LoadRequest to(SortedMap<String, Address> entries) {
    return with(properties("", entries));
  }

  /**
   * Properties with the addresses of an arm that takes turns with others: those of {@link #to},
   * after {@code arm.NUMBER.}.
   *
   * @param entries by service name
   */
  public static SortedMap<String, String> entries(int arm, SortedMap<String, Address> entries) {
    return properties("arm.%d.".formatted(arm), entries);
  }

  /**
   * This request to replicas of the entry in turn.
   *
   * @param further addresses of those after the first, each by service name
   */
  public LoadRequest inTurn(List<SortedMap<String, Address>> further) {
    LoadRequest all = with("replicas", Integer.toString(further.size() + 1));
    for (int i = 0; i < further.size(); i++) {
      all = all.with(properties("replica.%d.".formatted(i + 1), further.get(i)));
    }
    return all;
  }

  private static SortedMap<String, String> properties(
      String prefix, SortedMap<String, Address> entries) {
    SortedMap<String, String> all = new TreeMap<>();
    entries.forEach(
        (service, address) -> {
          List<String> names =
              entries.size() == 1 ? List.of(service + ".", "") : List.of(service + ".");
          for (String name : names) {
            all.put(prefix + name + "host", address.host());
            all.put(prefix + name + "port", Integer.toString(address.port()));
          }
        });
    return all;
  }

  /** This request with one more property. */
  public LoadRequest with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(properties);
    more.put(name, value);
    return new LoadRequest(plan, folder, duration, more, own);
  }

  /** This request with more properties. */
  public LoadRequest with(SortedMap<String, String> others) {
    SortedMap<String, String> more = new TreeMap<>(properties);
    more.putAll(others);
    return new LoadRequest(plan, folder, duration, more, own);
  }
}
