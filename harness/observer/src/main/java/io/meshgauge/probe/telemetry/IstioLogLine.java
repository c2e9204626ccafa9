package io.meshgauge.probe.telemetry;

import io.meshgauge.probe.telemetry.AccessLogProbe.Entry;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A line that an Istio sidecar, or a waypoint, wrote to its container's log. Requests are among
 * what its agent and Envoy have to say; they are distinguished by their form, which is Istio's
 * default of {@code accessLogEncoding: TEXT} or {@code JSON}. A format of a mesh's own is not
 * understood, and its lines are then not counted.
 *
 * <p>Istio writes the cluster that a request was for and not the listener; on either side of a
 * sidecar that is the same port, by which its listeners are named. At a waypoint the cluster is
 * that of a service, by which its counts of requests are named.
 */
final class IstioLogLine {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Six words from the end: cluster, addresses of both sides, server name, route. */
  private static final Pattern TEXT =
      Pattern.compile("\\[([0-9T:.Z-]+)] \".* (\\S+) \\S+ \\S+ \\S+ \\S+ \\S+");

  private static final Pattern CLUSTER = Pattern.compile("(inbound|outbound)\\|(\\d+)\\|.*");

  /** The name of a service, and its namespace. */
  private static final Pattern AT_WAYPOINT =
      Pattern.compile("inbound-vip\\|\\d+\\|[^|]*\\|([^.]+)\\.([^.]+)\\..*");

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
    return new Entry(Instant.parse(start), listener(cluster));
  }

  private static String listener(String cluster) {
    Matcher port = CLUSTER.matcher(cluster);
    if (port.matches()) {
      return "%s_0.0.0.0_%s;".formatted(port.group(1), port.group(2));
    }
    Matcher service = AT_WAYPOINT.matcher(cluster);
    return service.matches() ? service.group(2) + "/" + service.group(1) : cluster;
  }
}
