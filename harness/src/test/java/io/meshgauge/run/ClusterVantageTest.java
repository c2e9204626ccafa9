package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.ProbeOptions;
import io.meshgauge.evidence.Sighting;
import io.meshgauge.evidence.TrafficKind;
import io.meshgauge.evidence.Vantage;
import io.meshgauge.evidence.WireSightings;
import io.meshgauge.evidence.WireWatch;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.Claims.Proxies;
import io.meshgauge.topology.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterVantageTest {
  private static final Address ORDER = new Address("10.0.0.1", 8080);
  private static final Address AUTH = new Address("10.0.1.2", 9090);
  private static final DataPlane PLANE =
      new DataPlane(List.of(), Map.of(), List.of(), Map.of(), List.of());

  private final List<String> calls = new ArrayList<>();

  @Test
  void whatTheNodesSawIsAddedByAddressAndKind() {
    Vantage one = node("a", "packets on node-a", Map.of(ORDER, seen(Map.of(TrafficKind.TLS, 3L))));
    Vantage other =
        node(
            "b",
            "packets on node-b",
            Map.of(
                ORDER, seen(Map.of(TrafficKind.TLS, 4L, TrafficKind.HTTP1, 1L)),
                AUTH, seen(Map.of(TrafficKind.HTTP2, 2L))));

    WireSightings together = new ClusterVantage(List.of(other, one)).watch(PLANE).finish();

    assertThat(together.at(ORDER).of(TrafficKind.TLS)).isEqualTo(7);
    assertThat(together.at(ORDER).readable()).isEqualTo(1);
    assertThat(together.at(AUTH).of(TrafficKind.HTTP2)).isEqualTo(2);
    assertThat(together.byAddress()).hasSize(2);
    assertThat(together.how()).isEqualTo("packets on node-a; packets on node-b");
    assertThat(calls).containsExactly("b watches", "a watches", "b finishes", "a finishes");
  }

  @Test
  void theSameWordsAreSaidOnce() {
    Vantage one = node("a", "not permitted", Map.of());
    Vantage other = node("b", "not permitted", Map.of());

    WireSightings together = new ClusterVantage(List.of(one, other)).watch(PLANE).finish();

    assertThat(together.how()).isEqualTo("not permitted");
    assertThat(together.byAddress()).isEmpty();
  }

  @Test
  void oneNodeCallsAllPods() {
    ClusterVantage cluster =
        new ClusterVantage(List.of(node("a", "", Map.of()), node("b", "", Map.of())));

    assertThat(
            cluster.probe(
                PLANE, new Claims(Proxies.BOTH_SIDES, true), new ProbeOptions(true, true)))
        .isEmpty();

    assertThat(calls).containsExactly("a probes");
  }

  private static Sighting seen(Map<TrafficKind, Long> chunks) {
    return new Sighting(chunks);
  }

  private Vantage node(String name, String how, Map<Address, Sighting> seen) {
    return new Vantage() {
      @Override
      public List<Evidence> probe(DataPlane plane, Claims claims, ProbeOptions options) {
        calls.add(name + " probes");
        return List.of();
      }

      @Override
      public WireWatch watch(DataPlane plane) {
        calls.add(name + " watches");
        return () -> {
          calls.add(name + " finishes");
          return new WireSightings(how, seen);
        };
      }
    };
  }
}
