package io.meshgauge.probe;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.probe.micrometer.HopLatencies;
import io.meshgauge.probe.micrometer.Scrape;
import io.meshgauge.probe.micrometer.ServedCalls;
import io.meshgauge.topology.SampleServices;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages in the format of Prometheus, and what is made of those that are read. */
@Tag("fuzz")
class PrometheusTextFuzzTest {
  private static final String PAGE =
      """
      # HELP http_client_requests_seconds calls of peers
      # TYPE http_client_requests_seconds histogram
      http_client_requests_seconds_count{peer="order",status="200"} 12 1795319107800
      http_client_requests_seconds_sum{peer="order",status="200"} 0.5
      http_client_requests_seconds_bucket{peer="order",le="0.001"} 3
      http_client_requests_seconds_bucket{peer="order",le="+Inf"} 12 # {trace_id="a"} 0.1
      http_client_requests_seconds_max{peer="order"} 0.07
      http_server_requests_seconds_count{uri="/api/orders \\"x\\" \\\\ \\n"} 1.2e1
      jvm_memory_used_bytes{area="heap",id="G1 Eden"} +Inf
      process_uptime_seconds NaN
      """;

  @Test
  void pages() {
    Scrape before = Scrape.of(Map.of());

    Fuzz.of("Prometheus text", PAGE)
        .words(
            "{",
            "}",
            "\"",
            "\\",
            ",",
            "=",
            "# ",
            "+Inf",
            "-Inf",
            "NaN",
            "le=\"x\"",
            "le=\"\"",
            "_count ",
            "_bucket{} 1\n",
            "{le=\"9e999\"} 1\n",
            " 1 2 3",
            "\\x",
            "1_000",
            "0x10")
        .refuses(ProbeException.class, "gateway")
        .run(
            text -> {
              Scrape after = Scrape.of(Map.of("gateway", new String(text, StandardCharsets.UTF_8)));
              after.totals("gateway");
              ServedCalls.between(before, after, SampleServices.ALL);
              HopLatencies.between(before, after, SampleServices.ALL);
            });
  }
}
