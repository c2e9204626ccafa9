package io.meshgauge.probe.telemetry;

import io.meshgauge.probe.telemetry.AccessLogProbe.Entry;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A line that an Istio sidecar wrote to its container's log. Requests are among what its agent and
 * Envoy have to say; they are told apart by their form, which is Istio's default of {@code
 * accessLogEncoding: TEXT} or {@code JSON}. A format of a mesh's own is not understood, and its
 * lines are then not counted.
 *
 * <p>Istio writes the cluster that a request was for and not the listener; on either side of a
 * sidecar that is the same port, by which its listeners are named.
 */
final class IstioLogLine {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Six words from the end: cluster, addresses of both sides, server name, route. */
  private static final Pattern TEXT =
      Pattern.compile("\\[([0-9T:.Z-]+)] \".* (\\S+) \\S+ \\S+ \\S+ \\S+ \\S+");

  private static final Pattern CLUSTER = Pattern.compile("(inbound|outbound)\\|(\\d+)\\|.*");

  private IstioLogLine() {}

  /** The request of a line; empty when it is about something else. */
  static Optional<Entry> read(String line) {
    if (line.startsWith("{")) {
      JsonNode request = MAPPER.readTree(line);
      return request.has("upstream_cluster")
          ? Optional.of(
              entry(
                  request.path("start_time").asString(""),
                  request.path("upstream_cluster").asString("")))
          : Optional.empty();
    }
    Matcher text = TEXT.matcher(line);
    return text.matches() ? Optional.of(entry(text.group(1), text.group(2))) : Optional.empty();
  }

  private static Entry entry(String start, String cluster) {
    Matcher port = CLUSTER.matcher(cluster);
    return new Entry(
        Instant.parse(start),
        port.matches() ? "%s_0.0.0.0_%s;".formatted(port.group(1), port.group(2)) : cluster);
  }
}
