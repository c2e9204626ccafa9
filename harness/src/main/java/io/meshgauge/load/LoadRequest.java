package io.meshgauge.load;

import io.meshgauge.topology.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the load worker is asked to do.
 *
 * @param plan the {@code .jmx} file
 * @param folder where it leaves its results; created when absent
 * @param duration of the measured window: how long the conversation may take
 * @param properties JMeter properties handed to the plan, for example {@code host}, {@code port},
 *     {@code rate}, {@code seed}; {@code duration} is added from above
 */
public record LoadRequest(
    Path plan, Path folder, Duration duration, SortedMap<String, String> properties) {

  private static final String REPEAT = "repeat";

  public LoadRequest {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("duration %s; expected above zero".formatted(duration));
    }
    SortedMap<String, String> all = new TreeMap<>(properties);
    all.put("duration", Long.toString(Math.max(1, duration.toSeconds())));
    properties = all;
  }

  /**
   * One worker's part of this request: its index, its share of what is of all workers together, and
   * a folder {@code worker-K} of its own. A single worker's part is the request itself.
   *
   * @param index from 0
   * @param workers how many there are
   */
  LoadRequest part(int index, int workers) {
    if (workers == 1) {
      return this;
    }
    LoadRequest own =
        amongst(workers)
            .with("worker", Integer.toString(index))
            .with("workers", Integer.toString(workers));
    return new LoadRequest(plan, folder.resolve("worker-" + index), duration, own.properties());
  }

  /** The same request with what each of several workers gets of what is of all together. */
  public LoadRequest amongst(int workers) {
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

  /** The same request for workers that stay for further windows. */
  public LoadRequest repeated() {
    return with(REPEAT, "true");
  }

  /** Whether the workers stay for further windows. */
  boolean isRepeated() {
    return Boolean.parseBoolean(properties.get(REPEAT));
  }

  /**
   * The same request to services at those addresses: {@code NAME.host} and {@code NAME.port} of
   * each, and of the only one also {@code host} and {@code port}.
   *
   * @param entries by the name of the service
   */
  public LoadRequest to(SortedMap<String, Address> entries) {
    LoadRequest whole = this;
    for (Map.Entry<String, Address> entry : entries.entrySet()) {
      String host = entry.getValue().host();
      String port = Integer.toString(entry.getValue().port());
      whole = whole.with(entry.getKey() + ".host", host).with(entry.getKey() + ".port", port);
      if (entries.size() == 1) {
        whole = whole.with("host", host).with("port", port);
      }
    }
    return whole;
  }

  /** The same request with one more property. */
  public LoadRequest with(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(properties);
    more.put(name, value);
    return new LoadRequest(plan, folder, duration, more);
  }
}
