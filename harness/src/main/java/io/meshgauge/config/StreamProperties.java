package io.meshgauge.config;

import io.meshgauge.experiment.Plan;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.util.Map;
import java.util.regex.Pattern;

/** The properties of the plan {@value Plan#TCP}, which has no JMeter plan. */
final class StreamProperties {
  private static final Pattern STREAMS = Pattern.compile("[1-9]|[1-9]\\d|1[01]\\d|12[0-8]");

  private StreamProperties() {}

  /** Adds a problem for every invalid property. */
  static void check(Map<String, String> properties, Place place, Problems problems) {
    properties.forEach(
        (name, value) -> {
          if (!name.equals(Plan.STREAMS)) {
            problems.wrong(
                place,
                "the plan %s has no property \"%s\"".formatted(Plan.TCP, name),
                "%s: how many connections carry data at once".formatted(Plan.STREAMS),
                "remove it; the stream goes from the load to the server, as fast as it can");
          } else if (!STREAMS.matcher(value).matches()) {
            problems.wrong(
                place,
                "%s is \"%s\"".formatted(Plan.STREAMS, value),
                "a whole number from 1 to 128, which is what iperf3 can do",
                "write 1 for a single stream, as the studies measured it");
          }
        });
  }
}
