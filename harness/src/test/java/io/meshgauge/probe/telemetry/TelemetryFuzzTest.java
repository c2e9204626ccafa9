package io.meshgauge.probe.telemetry;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.JsonCases;
import io.meshgauge.measure.Window;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.plane.Backends.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Prometheus, Zipkin and the proxies' access logs say. */
@Tag("fuzz")
class TelemetryFuzzTest {
  private static final String[] JSON = {"null", "\"\"", "{}", "[]", "1e999999", ",", "\"1e400\""};
  private static final Window WINDOW =
      new Window(Instant.ofEpochSecond(1_795_319_000), Instant.ofEpochSecond(1_795_319_015));

  @TempDir Path folder;

  @Test
  void answersOfPrometheus() {
    String answer =
        """
        {"status":"success","data":{"resultType":"vector","result":[
          {"metric":{"job":"x","workload":"order"},"value":[1795319107.8,"15"]},
          {"metric":{"workload":"order-proxy"},"value":[1795319107.8,"1"]}]}}
        """;

    Fuzz.of("answer of Prometheus", answer)
        .words(JSON)
        .structured(2, new JsonCases(answer))
        .refuses(ProbeException.class, "Prometheus")
        .run(
            text -> {
              String said = new String(text, StandardCharsets.UTF_8);
              ScrapesProbe.parse(new ScrapesProbe.Answers(said, said), WINDOW);
            });
  }

  @Test
  void tracesOfZipkin() {
    String answer =
        """
        [[{"traceId":"8b","parentId":"c9","id":"b6","kind":"SERVER","name":"auth",
           "localEndpoint":{"serviceName":"auth","ipv4":"192.0.2.2"},"tags":{}},
          {"traceId":"8b","id":"c9","kind":"CLIENT","localEndpoint":{"serviceName":"gateway"}}]]
        """;

    Fuzz.of("traces of Zipkin", answer)
        .words(JSON)
        .structured(2, new JsonCases(answer))
        .refuses(ProbeException.class, "Zipkin")
        .run(text -> TracesProbe.parse(new String(text, StandardCharsets.UTF_8), ".lab"));
  }

  @ParameterizedTest
  @EnumSource
  void accessLogs(Form form) throws IOException {
    Path log = folder.resolve("order-proxy.log");
    String ours =
        "{\"bytes_sent\":7,\"listener\":\"in\",\"start_time\":\"2026-11-22T03:44:14.005Z\"}\n";
    String istio =
        """
        2026-11-22T03:44:14.000000Z\tinfo\txdsproxy\tconnected to upstream XDS server
        [2026-11-22T03:44:13.400Z] "GET /api/products HTTP/1.1" 200 - via_upstream - "-" 0 31 3 2 "-" "-" "0a" "order:8080" "10.0.0.4:8080" outbound|8080||order.lab.svc.cluster.local 10.0.0.3:52 10.1.0.1:8080 10.0.0.3:51 - default
        {"upstream_cluster":"inbound|8080||","start_time":"2026-11-22T03:44:14.005Z"}
        """;

    Fuzz.of("access log of " + form, form == Form.ISTIO ? istio : ours + ours)
        .words("[", "] \"", "\" ", " ", "{", "}", "\"start_time\":", "|", "9999999999-01-01T00:00Z")
        .refuses(ProbeException.class, "order-proxy.log")
        .run(
            text -> {
              Files.write(log, text);
              AccessLogProbe.lines(log, Instant.EPOCH, form);
            });
  }
}
