package io.meshgauge.archive;

import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the output of {@code iperf3 --json} of the client.
 *
 * <p>The output is kept unchanged. Throughput is {@code end.sum_received}, the data that arrived at
 * the server; retransmits are {@code end.sum_sent}, counted by the kernel for the connections of
 * the sender.
 */
public final class StreamResults {
  public static final String FILE = "iperf3.json";

  private static final double NANOS_PER_SECOND = 1e9;

  /** One year; no stream is longer. */
  private static final double MAX_SECONDS = 366 * 86_400.0;

  /** The end of the year 9999, in seconds. */
  private static final double MAX_EPOCH_SECONDS = 253_402_300_799.0;

  private final JsonNode account;

  private StreamResults(JsonNode account) {
    this.account = account;
  }

  /** Whether a result folder has the results of a stream. */
  public static boolean in(Path folder) {
    return Files.isRegularFile(folder.resolve(FILE));
  }

  /**
   * Reads a result folder.
   *
   * @throws ArchiveException if the file is missing, or is not the output of a stream
   */
  public static StreamResult read(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      return of(Files.readString(file));
    } catch (IOException e) {
      throw new ArchiveException("%s could not be read: %s".formatted(file, e), e);
    } catch (ArchiveException e) {
      throw new ArchiveException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Reads the output of iperf3.
   *
   * @throws ArchiveException if it reports an error, is not JSON, or lacks the counts of the
   *     receiver or the retransmits
   */
  public static StreamResult of(String text) {
    JsonNode account = parse(text);
    String error = account.path("error").asString("");
    if (!error.isEmpty()) {
      throw new ArchiveException("iperf3 ended with an error: " + error);
    }
    return new StreamResults(account).result();
  }

  private StreamResult result() {
    JsonNode sent = account.path("end").path("sum_sent");
    JsonNode received = account.path("end").path("sum_received");
    JsonNode cpu = account.path("end").path("cpu_utilization_percent");
    double seconds = number(received, "seconds");
    if (seconds <= 0 || seconds > MAX_SECONDS) {
      throw unexpected("end.sum_received.seconds is " + seconds);
    }
    JsonNode parameters = account.path("start");
    double epoch = number(parameters.path("timestamp"), "timesecs");
    if (epoch < 0 || epoch > MAX_EPOCH_SECONDS) {
      throw unexpected("start.timestamp.timesecs is " + epoch);
    }
    Instant start = Instant.ofEpochSecond((long) epoch);
    return new StreamResult(
        new Window(start, start.plus(Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND)))),
        (int) number(parameters.path("test_start"), "num_streams"),
        (long) number(sent, "bytes"),
        (long) number(received, "bytes"),
        (long) number(sent, "retransmits"),
        (int) number(parameters, "tcp_mss_default"),
        number(cpu, "host_total") / 100 * seconds,
        seconds(),
        account.path("end").path("sender_tcp_congestion").asString(""));
  }

  private List<StreamResult.Second> seconds() {
    List<StreamResult.Second> seconds = new ArrayList<>();
    for (JsonNode interval : account.path("intervals")) {
      JsonNode sum = interval.path("sum");
      seconds.add(
          new StreamResult.Second(
              (int) Math.round(number(sum, "start")),
              number(sum, "bits_per_second"),
              sum.path("retransmits").asLong(0)));
    }
    return seconds;
  }

  private static double number(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isNumber()) {
      throw unexpected("there is no number \"%s\"".formatted(name));
    }
    double number = value.asDouble(Double.NaN);
    if (!Double.isFinite(number)) {
      throw unexpected("\"%s\" is beyond all numbers".formatted(name));
    }
    return number;
  }

  private static ArchiveException unexpected(String what) {
    return new ArchiveException(
        what + "; expected what iperf3 prints with --json on Linux, for example version 3.12");
  }

  private static JsonNode parse(String text) {
    try {
      return JsonMapper.shared().readTree(text);
    } catch (JacksonException e) {
      throw new ArchiveException("not the JSON of iperf3: " + e.getOriginalMessage(), e);
    }
  }
}
