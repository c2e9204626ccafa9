package io.meshgauge.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.load.record.RecordedRun;
import io.meshgauge.load.testserver.TinyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the whole chain reports, against what is known to have happened. */
@Timeout(60)
class OpenLoopTruthTest {

  private static final int STALL_MILLIS = 300;

  @TempDir private Path out;

  @Test
  void aStallIsSeenByEveryArrivalThatWasDueInIt() throws Exception {
    try (TinyServer server = new TinyServer()) {
      Thread staller = new Thread(() -> stallAfterASecond(server));
      staller.start();
      // Two connections: a closed loop would see the stall twice and call it 0.2 % of 1,000.
      InProcessJMeter.run(
          InProcessJMeter.group(400, 2.5, 2),
          InProcessJMeter.sampler("browse", server.port(), "/api/orders"),
          out);
      staller.join();
    }

    RecordedRun run = new RecordedRun(out);
    Histogram response = run.total("response", "browse");
    Histogram service = run.total("service", "browse");
    assertThat(response.getTotalCount()).isEqualTo(1000);
    assertThat(service.getTotalCount()).isEqualTo(1000);
    // 120 of 1,000 arrivals fall due within 300 ms at 400/s. Due evenly, they wait 300 ms down to
    // 0:
    // half of them over 150 ms, ten of them over 275 ms. A busy machine can only add to that.
    assertThat(above(response, 150_000)).isGreaterThanOrEqualTo(57);
    assertThat(response.getValueAtPercentile(99)).isGreaterThanOrEqualTo(270_000);
    // The service time knows only of the two requests that were under way.
    assertThat(above(service, 150_000)).isBetween(1L, 9L);
    assertThat(service.getValueAtPercentile(99)).isLessThan(150_000);
    assertThat(run.total("sendlag", "browse").getMaxValue()).isGreaterThan(200_000);
  }

  @Test
  void timeoutsAreErrorsOfTheirKindAndNoArrivalIsLost() throws Exception {
    LeanHttpSampler sampler;
    try (TinyServer server = new TinyServer()) {
      sampler = InProcessJMeter.sampler("browse", server.port(), TinyServer.SILENT);
      InProcessJMeter.set(sampler, LeanHttpSampler.TIMEOUT_MILLIS, 50);
      InProcessJMeter.run(InProcessJMeter.group(50, 0.4, 4), sampler, out);
    }

    JsonNode label = new RecordedRun(out).account().at("/labels/browse");
    assertThat(label.at("/errors/timeout").asInt()).isEqualTo(20);
    assertThat(label.at("/completed").asInt()).isZero();
    assertThat(label.at("/sent").asInt()).isEqualTo(20);
    Histogram response = new RecordedRun(out).total("response", "browse");
    assertThat(response.getTotalCount()).isEqualTo(20);
    assertThat(response.getMinValue()).isGreaterThanOrEqualTo(49_000);
  }

  @Test
  void refusedConnectionsAreErrorsOfTheirKindAndNoArrivalIsLost() throws Exception {
    int port = freePort();
    InProcessJMeter.run(
        InProcessJMeter.group(200, 0.5, 4), InProcessJMeter.sampler("browse", port, "/"), out);

    JsonNode account = new RecordedRun(out).account();
    assertThat(account.at("/labels/browse/errors/refused").asInt()).isEqualTo(100);
    assertThat(account.at("/scheduled").asInt()).isEqualTo(100);
    assertThat(account.at("/completed").asInt()).isZero();
    assertThat(account.at("/seconds/0/errors").asInt() + account.at("/seconds/1/errors").asInt(0))
        .isEqualTo(100);
    assertThat(new RecordedRun(out).intervals("response")).isEmpty();
  }

  @Test
  void anUnexpectedStatusIsCompletedButNotAsExpected() throws Exception {
    try (TinyServer server = new TinyServer()) {
      LeanHttpSampler sampler = InProcessJMeter.sampler("browse", server.port(), "/api/orders");
      InProcessJMeter.set(sampler, LeanHttpSampler.HEADERS, "");
      InProcessJMeter.run(InProcessJMeter.group(100, 0.2, 2), sampler, out);
    }

    JsonNode label = new RecordedRun(out).account().at("/labels/browse");
    assertThat(label.at("/unexpected").asInt()).isEqualTo(20);
    assertThat(label.at("/expected").asInt()).isZero();
    assertThat(label.at("/status/401").asInt()).isEqualTo(20);
  }

  private static void stallAfterASecond(TinyServer server) {
    try {
      while (server.requests() < 400) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      server.stall(STALL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long above(Histogram histogram, long micros) {
    return histogram.getCountBetweenValues(micros, histogram.getMaxValue());
  }

  private static int freePort() throws IOException {
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return gone.getLocalPort();
    }
  }
}
