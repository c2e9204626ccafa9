package io.meshgauge.topology.plane;

import io.meshgauge.topology.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the telemetry of a data plane goes; none of it is on the path of requests.
 *
 * @param tracing where spans are sent to; empty when no request is traced
 * @param scraping the reader of the pages of services and proxies; empty when there is none
 * @param accessLogs the files of the proxies; empty when they write none
 * @param kept parts of the names of those counters that the proxies keep, where they keep only
 *     those that evidence is read from; empty where they keep all
 */
public record Backends(
    Optional<Tracing> tracing,
    Optional<Scraping> scraping,
    Optional<AccessLogs> accessLogs,
    List<String> kept) {

  public Backends {
    kept = List.copyOf(kept);
  }

  /** None: no telemetry beyond the counters that proxies always have. */
  public static final Backends NONE =
      new Backends(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

  /** Whether there is anything to be seen of it. */
  public boolean any() {
    return !equals(NONE);
  }

  /**
   * The collector of traces.
   *
   * @param collector where a Zipkin takes spans, and answers questions about them
   * @param percent share of the requests that are traced, decided where they enter
   * @param realm what stands behind a workload's name in its spans; empty where nothing does
   */
  public record Tracing(Address collector, int percent, String realm) {

    /** The name under which a workload's proxy makes its spans. */
    public String named(String workload) {
      return workload + realm;
    }
  }

  /**
   * The reader of metrics.
   *
   * @param server where a Prometheus answers questions
   * @param interval between two readings of the same page
   * @param together whether a service and its proxy have one page, and not one each
   */
  public record Scraping(Address server, Duration interval, boolean together) {}

  /**
   * The access logs.
   *
   * @param files by proxy; where proxies run elsewhere, the copies that are made of their logs
   * @param eachLine whether lines are written one by one, and not in large pieces
   * @param form what a line looks like
   */
  public record AccessLogs(Map<String, Path> files, boolean eachLine, Form form) {
    public AccessLogs {
      files = Map.copyOf(files);
    }
  }

  /** What the lines of an access log look like. */
  public enum Form {
    /** Our own: JSON that names the listener. */
    LISTENERS,
    /**
     * Istio's default, as text or as JSON, which names the cluster that a request was for, amid
     * what else the sidecar has to say.
     */
    ISTIO
  }
}
