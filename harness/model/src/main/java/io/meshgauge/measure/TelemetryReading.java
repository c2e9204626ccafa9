package io.meshgauge.measure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the backends of an arm's telemetry got of a measured window.
 *
 * @param spans what the collector of traces got; empty when there is none
 * @param scrapes how often pages were read; empty when they are not read
 * @param lines what was written to access logs; empty when there are none
 */
public record TelemetryReading(
    Optional<Spans> spans, Optional<Scrapes> scrapes, Optional<Lines> lines) {

  /** Of an arm that tells nothing beyond the default. */
  public static final TelemetryReading NONE =
      new TelemetryReading(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Spans that a collector took.
   *
   * @param before how many it had when the window began
   * @param after how many it had in the end, once nothing more was on its way
   * @param dropped how many it threw away so far
   * @param traces a look at some traces that began in the window
   */
  public record Spans(long before, long after, long dropped, List<Trace> traces) {
    public Spans {
      traces = List.copyOf(traces);
    }
  }

  /** The spans of one request, in no order. */
  public record Trace(List<Span> spans) {
    public Trace {
      spans = List.copyOf(spans);
    }
  }

  /**
   * One side of one call.
   *
   * @param id unique in its trace
   * @param parent the span it was made for; empty text at the root
   * @param client whether it is the caller's side
   * @param workload whose proxy made it
   */
  public record Span(String id, String parent, boolean client, String workload) {}

  /**
   * Readings of metrics pages.
   *
   * @param window the stretch of time they were counted in
   * @param targets by name of the workload or the proxy
   */
  public record Scrapes(Duration window, SortedMap<String, Target> targets) {
    public Scrapes {
      targets = new TreeMap<>(targets);
    }
  }

  /**
   * One page.
   *
   * @param readings how often it was read
   * @param always whether it was there each time
   */
  public record Target(long readings, boolean always) {}

  /**
   * Lines of access logs.
   *
   * @param byProxy how many requests of the window each listener wrote down, by proxy
   */
  public record Lines(SortedMap<String, Map<String, Long>> byProxy) {
    public Lines {
      byProxy = new TreeMap<>(byProxy);
    }

    /** The lines of one listener. */
    public long of(String proxy, String listener) {
      return byProxy.getOrDefault(proxy, Map.of()).getOrDefault(listener, 0L);
    }
  }
}
