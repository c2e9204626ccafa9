package io.meshgauge.probe.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.HopLatency;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.SampleServices;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HopLatenciesTest {

  @Test
  void theGrowthOfBucketsGivesNearestRankBoundsAndTheExactMean() {
    String before = client("order", 10, 1.0, 8, 10, 10);
    String after = client("order", 110, 2.0, 58, 108, 110);

    HopLatency hop = only(Map.of("gateway", before), Map.of("gateway", after));

    assertThat(hop.client()).isEqualTo("gateway");
    assertThat(hop.server()).isEqualTo("order");
    assertThat(hop.side()).isEqualTo(HopLatency.Side.CLIENT);
    assertThat(hop.count()).isEqualTo(100);
    assertThat(hop.meanSeconds()).isCloseTo(0.01, within(1e-12));
    assertThat(hop.p50Seconds()).isEqualTo(0.001);
    assertThat(hop.p99Seconds()).as("rank 99 lies in the open bucket").isEqualTo(0.3);
  }

  @Test
  void aSeriesThatIsNewAtTheEndIsAddedAndOtherPeersAreLeftOut() {
    String before = client("order", 10, 1.0, 8, 10, 10);
    String after =
        client("order", 20, 1.1, 18, 20, 20)
            + client("order\",status=\"500", 10, 0.5, 0, 10, 10)
            + client("logging", 999, 9.0, 0, 0, 999);

    HopLatency hop = only(Map.of("gateway", before), Map.of("gateway", after));

    assertThat(hop.count()).isEqualTo(20);
    assertThat(hop.p50Seconds()).isEqualTo(0.001);
    assertThat(hop.p99Seconds()).isEqualTo(0.01);
  }

  @Test
  void aServerTimesItsCallersTogetherAndNotTheActuator() {
    String page =
        """
        http_server_requests_seconds_count{uri="/events"} 4
        http_server_requests_seconds_sum{uri="/events"} 0.4
        http_server_requests_seconds_bucket{uri="/events",le="0.1"} 4
        http_server_requests_seconds_bucket{uri="/events",le="+Inf"} 4
        http_server_requests_seconds_count{uri="/actuator/prometheus"} 50
        http_server_requests_seconds_sum{uri="/actuator/prometheus"} 99
        """;

    HopLatency hop = only(Map.of(), Map.of("logging", page));

    assertThat(hop.client()).isEqualTo("order, payment");
    assertThat(hop.server()).isEqualTo("logging");
    assertThat(hop.side()).isEqualTo(HopLatency.Side.SERVER);
    assertThat(hop.count()).isEqualTo(4);
    assertThat(hop.p99Seconds()).isEqualTo(0.1);
  }

  @Test
  void aCounterThatFellMeansARestart() {
    Scrape before = Scrape.of(Map.of("gateway", client("order", 10, 1.0, 8, 10, 10)));
    Scrape after = Scrape.of(Map.of("gateway", client("order", 5, 0.5, 4, 5, 5)));

    assertThatThrownBy(() -> HopLatencies.between(before, after, SampleServices.ALL))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("restarted");
  }

  @Test
  void aPageThatIsNotUnderstoodNamesItsService() {
    assertThatThrownBy(() -> Scrape.of(Map.of("auth", "<html>")))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("service 'auth'");
  }

  @Test
  void countersAreSummedOverLabels() {
    Scrape scrape =
        Scrape.of(
            Map.of(
                "order",
                "meshgauge_events_lost_total{why=\"a\"} 1\nmeshgauge_events_lost_total{why=\"b\"} 2\n"));

    assertThat(scrape.totals("order").value("meshgauge_events_lost_total")).hasValue(3);
    assertThat(scrape.totals("absent").values()).isEmpty();
  }

  private static HopLatency only(Map<String, String> before, Map<String, String> after) {
    List<HopLatency> hops =
        HopLatencies.between(Scrape.of(before), Scrape.of(after), SampleServices.ALL).stream()
            .filter(hop -> !(hop.client().equals("gateway") && hop.server().equals("logging")))
            .toList();
    assertThat(hops).hasSize(1);
    return hops.get(0);
  }

  private static String client(String peer, int count, double sum, int... cumulative) {
    String[] bounds = {"0.001", "0.01", "+Inf"};
    String timer = "http_client_requests_seconds";
    StringBuilder page = new StringBuilder();
    page.append("%s_count{peer=\"%s\"} %d%n".formatted(timer, peer, count));
    page.append("%s_sum{peer=\"%s\"} %s%n".formatted(timer, peer, sum));
    page.append("%s_max{peer=\"%s\"} 0.3%n".formatted(timer, peer));
    for (int i = 0; i < bounds.length; i++) {
      page.append(
          "%s_bucket{peer=\"%s\",le=\"%s\"} %d%n".formatted(timer, peer, bounds[i], cumulative[i]));
    }
    return page.toString();
  }
}
