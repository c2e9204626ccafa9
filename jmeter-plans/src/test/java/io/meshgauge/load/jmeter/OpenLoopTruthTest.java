package io.meshgauge.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.load.record.RecordedRun;
import io.meshgauge.load.testserver.TinyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the reports of the whole chain with known events. */
@Tag("serial")
@Tag("rule-1")
@Timeout(60)
class OpenLoopTruthTest {

  /** More lag than this is a busy machine's: the times of such a run are judged by no test. */
  private static final long PUNCTUAL_MICROS = 2000;

  private static final int ATTEMPTS = 10;

  @TempDir private Path out;

  @ParameterizedTest
  @ValueSource(ints = {100, 300, 1000})
  void aStallOfTheServerIsResponseTimeByArithmeticAndNoLag(int stallMillis) throws Exception {
    RecordedRun run = punctual(stallMillis);

    Histogram response = run.total("response", "browse");
    assertThat(response.getTotalCount()).isEqualTo(1000);
    // At 400/s the arrivals of the stall wait 2.5 ms less, one after the other; p99 of 1,000 is the
    // eleventh-longest.
    assertThat(response.getValueAtPercentile(99) / 1000.0)
        .isCloseTo(stallMillis - 10 * 2.5, Percentage.withPercentage(5));
    // One of two connections was waiting, or both: the reserve opened one for every other arrival.
    int due = stallMillis * 400 / 1000;
    assertThat(run.account().at("/connectionsOpenedInWindow").asInt()).isBetween(due - 5, due + 5);
    assertThat(run.account().at("/blocked").asInt()).isZero();
    assertThat(secondsWithAStall(run)).as("in the timeline").isPositive();
  }

  @Test
  void arrivalsThatFindNoConnectionAreCountedAndTheirWaitIsNoLag() throws Exception {
    try (TinyServer server = new TinyServer()) {
      server.stallAt(400, 300);
      OpenLoopThreadGroup group = InProcessJMeter.group(400, 2.5, 2);
      InProcessJMeter.set(group, OpenLoopThreadGroup.MOST_CONNECTIONS, 4);
      InProcessJMeter.run(
          group, InProcessJMeter.sampler("browse", server.port(), "/api/orders"), out);
    }

    RecordedRun run = new RecordedRun(out);
    Histogram response = run.total("response", "browse");
    // 120 of 1,000 arrivals are due within 300 ms; four of them have a connection. Half of them
    // wait more than 150 ms, ten more than 275 ms. A busy machine can only add to that.
    assertThat(above(response, 150_000)).isGreaterThanOrEqualTo(57);
    assertThat(response.getValueAtPercentile(99)).isGreaterThanOrEqualTo(270_000);
    // The service time knows only of the four requests that were under way.
    assertThat(above(run.total("service", "browse"), 150_000)).isBetween(1L, 12L);
    assertThat(run.account().at("/blocked").asInt()).isBetween(100, 900);
    assertThat(run.total("sendlag", "browse").getMaxValue()).isLessThan(150_000);
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

  /** A run with that stall whose generator was in time, as it is on all but a busy machine. */
  private RecordedRun punctual(int stallMillis) throws Exception {
    RecordedRun run = new RecordedRun(out);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path folder = out.resolve(Integer.toString(attempt));
      run = new RecordedRun(folder);
      try (TinyServer server = new TinyServer()) {
        server.stallAt(400, stallMillis);
        InProcessJMeter.run(
            InProcessJMeter.group(400, 2.5, 2),
            InProcessJMeter.sampler("browse", server.port(), "/api/orders"),
            folder);
      }
      Histogram lag = run.total("sendlag", "browse");
      // More than a tenth of the arrivals would be late by half the stall, were it counted as lag.
      assertThat(lag.getValueAtPercentile(95)).isLessThan(stallMillis * 1000L / 2);
      if (lag.getValueAtPercentile(99) < PUNCTUAL_MICROS) {
        return run;
      }
    }
    return run;
  }

  private static long secondsWithAStall(RecordedRun run) throws IOException {
    return run.intervals("response").stream()
        .filter(second -> second.getMaxValue() >= 90_000)
        .count();
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
