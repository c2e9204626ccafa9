package io.meshgauge.product.istio;

import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.ListenerCounters;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Istio's sidecar, observed by Istio's own metrics, which need no annotation of its pod. Its owner
 * may have switched them off.
 */
public record AttachedSidecarType() implements IstioEnvoy {
  /** On a page with Istio's metrics, with value 0: those without traffic are not on it. */
  static final String EXPOSED = "istio";

  @Override
  public boolean configured() {
    return false;
  }

  @Override
  public Counters counters(String page, int readings) {
    return Counters.of(IstioPages.sidecar(page));
  }

  /**
   * What one side of a hop counts. Of TCP these are no bytes: sidecars report them every five
   * seconds only, and a window is not much longer.
   *
   * @param namespace of the server
   */
  static ListenerCounters counters(Hop hop, Side side, String namespace) {
    String of = "%s|%s/%s".formatted(name(side), namespace, hop.server());
    Map<TrafficCounter, CounterSource> sources =
        hop.protocol() == Protocol.TCP
            ? Map.of()
            : Map.of(
                TrafficCounter.REQUESTS, CounterSource.of(requests(of), EXPOSED),
                TrafficCounter.FAILURES, CounterSource.of(failures(of), EXPOSED));
    return ListenerCounters.of(sources)
        .withTlsSessions(Map.of(TlsDetail.PEER, List.of(sessions(of))));
  }

  static String name(Side side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  static String requests(String of) {
    return "requests|" + of;
  }

  static String failures(String of) {
    return "failures|" + of;
  }

  static String sessions(String of) {
    return "sessions|" + of + "|";
  }
}
