package io.meshgauge.probe.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What replicas of two services have counted. */
class ServedCallsTest {
  private static final Topology TOPOLOGY =
      Topology.of(
              List.of("auth", "gateway"),
              List.of(
                  new Hop("load", "gateway", Protocol.HTTP1),
                  new Hop("gateway", "auth", Protocol.GRPC)))
          .times(2);

  @Test
  void callsOfPeersAreCountedByReplicaAndThoseOfTheActuatorAreNot() {
    Scrape before = scrape(gateway(5, 100), gateway(5, 90), auth(1), auth(2));
    Scrape after = scrape(gateway(15, 300), gateway(16, 290), auth(11), auth(13));

    assertThat(ServedCalls.of(after, TOPOLOGY))
        .containsExactly(
            Map.entry("auth", 11L),
            Map.entry("auth-2", 13L),
            Map.entry("gateway", 15L),
            Map.entry("gateway-2", 16L));
    assertThat(ServedCalls.between(before, after, TOPOLOGY))
        .containsEntry("auth", 10L)
        .containsEntry("auth-2", 11L)
        .containsEntry("gateway", 10L)
        .containsEntry("gateway-2", 11L);
  }

  @Test
  void latenciesAreOfAllReplicasTogether() {
    Scrape before = scrape(gateway(5, 100), gateway(5, 90), auth(1), auth(2));
    Scrape after = scrape(gateway(15, 300), gateway(16, 290), auth(11), auth(13));

    assertThat(HopLatencies.between(before, after, TOPOLOGY))
        .filteredOn(it -> it.server().equals("gateway"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.side()).isEqualTo(HopLatency.Side.SERVER);
              assertThat(it.count()).isEqualTo(21);
              assertThat(it.p50Seconds()).isEqualTo(0.01);
            });
  }

  @Test
  void callsBetweenWindowsAreLeftOut() {
    Scrape first = scrape(gateway(5, 100), gateway(5, 90), auth(1), auth(2));
    Scrape second = scrape(gateway(15, 120), gateway(16, 99), auth(11), auth(13));
    Scrape third = scrape(gateway(115, 130), gateway(216, 110), auth(311), auth(413));
    Scrape fourth = scrape(gateway(118, 140), gateway(217, 120), auth(315), auth(414));

    Scrape own = first.plusGrowth(first, second).plusGrowth(third, fourth);

    assertThat(ServedCalls.between(first, own, TOPOLOGY))
        .containsExactly(
            Map.entry("auth", 14L),
            Map.entry("auth-2", 12L),
            Map.entry("gateway", 13L),
            Map.entry("gateway-2", 12L));
    assertThat(HopLatencies.between(first, own, TOPOLOGY))
        .filteredOn(it -> it.server().equals("gateway"))
        .singleElement()
        .satisfies(it -> assertThat(it.count()).isEqualTo(25));
  }

  private static Scrape scrape(String gateway, String gateway2, String auth, String auth2) {
    return Scrape.of(
        Map.of("gateway", gateway, "gateway-2", gateway2, "auth", auth, "auth-2", auth2));
  }

  private static String gateway(int served, int scraped) {
    String labels = "method=\"GET\",uri=\"/api/orders\"";
    return """
        http_server_requests_seconds_bucket{%1$s,le="0.01"} %2$d
        http_server_requests_seconds_bucket{%1$s,le="+Inf"} %2$d
        http_server_requests_seconds_count{%1$s} %2$d
        http_server_requests_seconds_sum{%1$s} 0.1
        http_server_requests_seconds_count{method="GET",uri="/actuator/prometheus"} %3$d
        """
        .formatted(labels, served, scraped);
  }

  private static String auth(int served) {
    return "grpc_server_requests_seconds_count{method=\"Verify\",status=\"OK\"} %d%n"
        .formatted(served);
  }
}
