package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which counters are read of an Envoy with services that no request uses. */
class EnvoyTypeTest {
  private static final String FILTER = "/stats?filter=";

  @ParameterizedTest
  @CsvSource({
    "cluster.synthetic1.upstream_cx_total, false",
    "cluster.outbound|9||synthetic1.meshgauge.internal;.upstream_rq_total, false",
    "cluster.outbound|9080||order.mg1.svc.cluster.local;.upstream_rq_total, true",
    "cluster.outbound|80||order.mg1.svc.cluster.local;.upstream_rq_total, true",
    "cluster.outbound_order.upstream_cx_total, true",
    "cluster.inbound_order.upstream_cx_total, true",
    "cluster.inbound|8080||;.upstream_cx_total, true",
    "cluster.tap_order.upstream_cx_total, true",
    "cluster_manager.active_clusters, true",
    "control_plane.connected_state, true",
    "http.outbound_order.downstream_rq_total, true",
    "filesystem.write_buffered, true",
    "tcp.outbound_iperf.downstream_cx_total, true",
    "tracing.zipkin.reports_dropped, true",
  })
  void countersOfTheOtherServicesAreRead(String counter, boolean read) {
    String page = new EnvoyType(true).countersPage();
    assertThat(page).startsWith(FILTER);

    // Decoded as Envoy does.
    String filter = URI.create(page).getQuery().substring("filter=".length());
    assertThat(Pattern.compile(filter).matcher(counter).find()).isEqualTo(read);
    assertThat(new EnvoyType().countersPage()).isEqualTo("/stats");
  }
}
