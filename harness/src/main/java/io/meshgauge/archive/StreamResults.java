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
 * What {@code iperf3 --json} printed at the client's end, read back.
 *
 * <p>It is kept as it came. Throughput is that of {@code end.sum_received}, what arrived at the
 * other end; retransmits are those of {@code end.sum_sent}, from the kernel's account of the
 * sender's connections.
 */
public final class StreamResults {
  /** Name of the file in the result folder. */
  public static final String FILE = "iperf3.json";

  private static final double NANOS = 1e9;

  /** Seconds of a year; no stream is longer. */
  private static final double LONGEST = 366 * 86_400.0;

  /** The end of the year 9999, in seconds. */
  private static final double LATEST = 253_402_300_799.0;

  private final JsonNode account;

  private StreamResults(JsonNode account) {
    this.account = account;
  }

  /** Whether a result folder holds a stream's results. */
  public static boolean in(Path folder) {
    return Files.isRegularFile(folder.resolve(FILE));
  }

  /**
   * Reads a result folder.
   *
   * @throws ArchiveException when the file is missing, or is not the account of a stream
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
   * Reads what iperf3 printed.
   *
   * @throws ArchiveException when it is the account of an error, or is no JSON, or tells nothing of
   *     the receiver or of retransmits
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
    if (seconds <= 0 || seconds > LONGEST) {
      throw unlike("end.sum_received.seconds is " + seconds);
    }
    JsonNode start = account.path("start");
    double epoch = number(start.path("timestamp"), "timesecs");
    if (epoch < 0 || epoch > LATEST) {
      throw unlike("start.timestamp.timesecs is " + epoch);
    }
    Instant begun = Instant.ofEpochSecond((long) epoch);
    return new StreamResult(
        new Window(begun, begun.plus(Duration.ofNanos(Math.round(seconds * NANOS)))),
        (int) number(start.path("test_start"), "num_streams"),
        (long) number(sent, "bytes"),
        (long) number(received, "bytes"),
        (long) number(sent, "retransmits"),
        (int) number(start, "tcp_mss_default"),
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
      throw unlike("there is no number \"%s\"".formatted(name));
    }
    double number = value.asDouble(Double.NaN);
    if (!Double.isFinite(number)) {
      throw unlike("\"%s\" is beyond all numbers".formatted(name));
    }
    return number;
  }

  private static ArchiveException unlike(String what) {
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
