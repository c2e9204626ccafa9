package io.meshgauge.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.load.course.SecondCounts;
import io.meshgauge.load.course.Window;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.jmeter.samplers.SampleResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("rule-1")
@Timeout(20)
class RecordingTest {

  @TempDir private Path folder;

  @Test
  void percentilesReadBackFromTheLogAreNearestRankWithinThreeDigits() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    long[] micros = new long[5000];
    Window window = Window.in(0);
    try (Recording recording = recording(window, new ArrayList<>())) {
      for (int i = 0; i < micros.length; i++) {
        micros[i] = 100 + (long) (-Math.log(1 - random.nextDouble()) * 20_000);
        recording.add(result("browse", 0, micros[i], 200, true));
      }
    }

    Arrays.sort(micros);
    Histogram read = new RecordedRun(folder).total("response", "browse");
    assertThat(read.getTotalCount()).isEqualTo(5000);
    for (int permille : new int[] {500, 900, 950, 990, 999}) {
      double truth = micros[permille * 5 - 1];
      assertThat((double) read.getValueAtPercentile(permille / 10.0))
          .isCloseTo(truth, within(truth / 1000 + 1));
    }
  }

  @Test
  void responseCountsFromTheIntendedStartAndServiceFromTheActualOne() throws IOException {
    try (Recording recording = recording(Window.in(0), new ArrayList<>())) {
      recording.add(result("browse", 700, 300, 200, true));
    }

    RecordedRun run = new RecordedRun(folder);
    assertThat(run.total("response", "browse").getMaxValue()).isBetween(999L, 1001L);
    assertThat(run.total("service", "browse").getMaxValue()).isEqualTo(300);
    assertThat(run.total("sendlag", "browse").getMaxValue()).isEqualTo(700);
  }

  @Test
  void everyOutcomeIsALineWithTheTimesOfTheWallClock() throws IOException {
    Window window = Window.in(0);
    try (OutcomesFile outcomes = new OutcomesFile(folder, window)) {
      outcomes.add(result("a,\"b\"", 700, 300, 200, true));
      outcomes.add(failure("browse", ErrorKind.REFUSED));
    }

    List<String> lines = Files.readAllLines(folder.resolve(OutcomesFile.NAME));
    assertThat(lines).hasSize(3).first().isEqualTo("due_us,end_us,label,good");
    assertThat(lines.get(1)).endsWith(",\"a,\"\"b\"\"\",true");
    assertThat(lines.get(2)).endsWith(",browse,false");
    String[] cells = lines.get(1).split(",", 3);
    long due = Long.parseLong(cells[0]);
    assertThat(due - window.startEpochMicros()).isBetween(0L, 20_000_000L);
    assertThat(Long.parseLong(cells[1]) - due).isBetween(999L, 1001L);
  }

  /** Letters of all planes, control characters, separators of the format, and length. */
  static List<String> labels() {
    SplittableRandom random = new SplittableRandom(43);
    List<String> labels =
        new ArrayList<>(
            List.of(
                "",
                "a,b",
                "Tag=x,1,2,3",
                "#[x]",
                "100 %",
                "a+b",
                "a%2Cb",
                " a ",
                "Ціна, «знижка»"));
    while (labels.size() < Recording.MAX_LABELS - 1) {
      int length = random.nextInt(10) == 0 ? 300 : 1 + random.nextInt(12);
      labels.add(
          random
              .ints(length, 0, 0x110000)
              .filter(it -> it < Character.MIN_SURROGATE || it > Character.MAX_SURROGATE)
              .map(it -> random.nextInt(3) == 0 ? it % 128 : it)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString());
    }
    return labels.stream().distinct().toList();
  }

  @Test
  void everyLabelIsKeptInEveryFile() throws IOException {
    List<String> labels = labels();
    try (Recording recording = recording(Window.in(0), new ArrayList<>())) {
      labels.forEach(label -> recording.add(result(label, 0, 300, 200, true)));
      recording.add(result("half \uD83D of a pair", 0, 300, 200, true));
    }

    RecordedRun run = new RecordedRun(folder);
    List<String> kept = new ArrayList<>(labels);
    kept.add("half \uFFFD of a pair");
    assertThat(run.intervals("response"))
        .extracting(it -> URLDecoder.decode(it.getTag(), StandardCharsets.UTF_8))
        .containsExactlyInAnyOrderElementsOf(kept);
    assertThat(run.account().path("labels").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrderElementsOf(kept);
  }

  @Test
  void intervalsAreStampedInEpochSecondsAndTaggedWithTheirLabel() throws IOException {
    Window window = Window.in(0);
    try (Recording recording = recording(window, new ArrayList<>())) {
      recording.add(result("browse", 0, 300, 200, true));
      recording.add(result("checkout", 0, 300, 201, true));
    }

    List<Histogram> intervals = new RecordedRun(folder).intervals("response");
    assertThat(intervals)
        .extracting(Histogram::getTag)
        .containsExactlyInAnyOrder("browse", "checkout");
    assertThat(intervals.get(0).getStartTimeStamp() * 1000)
        .isBetween(window.startEpochMicros() - 2000, window.startEpochMicros() + 2000);
  }

  @Test
  void everySecondIsOnDiskBeforeTheRunEndsAndIsReported() throws Exception {
    List<SecondCounts> seconds = new CopyOnWriteArrayList<>();
    try (Recording recording = recording(Window.in(0), seconds)) {
      recording.add(result("browse", 0, 300, 200, true));
      recording.add(result("browse", 0, 300, 500, false));
      // A busy machine may add them in a later second, or in two.
      while (seconds.stream().mapToLong(SecondCounts::completed).sum() < 2) {
        TimeUnit.MILLISECONDS.sleep(5);
      }

      Histogram sofar = new RecordedRun(folder).total("response", "browse");
      assertThat(sofar.getTotalCount()).isEqualTo(2);
      assertThat(seconds.get(0).second()).isZero();
      assertThat(seconds.stream().mapToLong(SecondCounts::errors).sum()).isEqualTo(1);
      assertThat(seconds)
          .filteredOn(it -> it.completed() > 0)
          .extracting(SecondCounts::p50Micros)
          .containsOnly(300L);
    }
  }

  @Test
  void theAccountSumsUpByLabelStatusAndErrorKind() throws IOException {
    try (Recording recording = recording(Window.in(0), new ArrayList<>())) {
      recording.add(result("forbidden", 0, 300, 403, true));
      recording.add(result("forbidden", 0, 300, 200, false));
      recording.add(failure("forbidden", ErrorKind.CLOSED));
      recording.add(failure("forbidden", ErrorKind.TIMEOUT));
    }

    JsonNode account = new RecordedRun(folder).account();
    JsonNode label = account.at("/labels/forbidden");
    assertThat(account.at("/plan").asText()).isEqualTo("test");
    assertThat(account.at("/connectionsOpened").asInt()).isEqualTo(4);
    assertThat(account.at("/connectionsOpenedInWindow").asInt()).isEqualTo(1);
    assertThat(label.at("/sent").asInt()).isEqualTo(4);
    assertThat(label.at("/completed").asInt()).isEqualTo(2);
    assertThat(label.at("/expected").asInt()).isEqualTo(1);
    assertThat(label.at("/unexpected").asInt()).isEqualTo(1);
    assertThat(label.at("/status/403").asInt()).isEqualTo(1);
    assertThat(label.at("/errors/closed").asInt()).isEqualTo(1);
    assertThat(label.at("/errors/timeout").asInt()).isEqualTo(1);
    assertThat(new RecordedRun(folder).total("response", "forbidden").getTotalCount())
        .as("two responses and the timeout, not the broken connection")
        .isEqualTo(3);
  }

  @Test
  void waitingForAConnectionIsResponseTimeAndNoSendLag() throws IOException {
    long due = System.nanoTime();
    TimedSampleResult blocked = new TimedSampleResult();
    blocked.setSampleLabel("browse");
    blocked.sent(due, due + 300_000_000, due + 300_200_000);
    blocked.received(200, due + 301_000_000, due + 301_000_000);
    blocked.setSuccessful(true);
    try (Recording recording = recording(Window.in(0), new ArrayList<>())) {
      recording.add(blocked);
      recording.add(result("browse", 0, 300, 200, true));
    }

    RecordedRun run = new RecordedRun(folder);
    assertThat(run.account().at("/blocked").asInt()).isEqualTo(1);
    assertThat(run.total("sendlag", "browse").getMaxValue()).isBetween(199L, 201L);
    assertThat(run.total("response", "browse").getMaxValue()).isBetween(300_500L, 301_500L);
  }

  @Test
  void samplesOfOtherSamplersCountWithTheirMilliseconds() throws IOException {
    SampleResult foreign = SampleResult.createTestSample(40);
    foreign.setSampleLabel("jdbc");
    foreign.setSuccessful(true);
    foreign.setResponseCodeOK();
    try (Recording recording = recording(Window.in(0), new ArrayList<>())) {
      recording.add(foreign);
    }

    Histogram service = new RecordedRun(folder).total("service", "jdbc");
    assertThat(service.getMaxValue()).isBetween(39_900L, 40_100L);
  }

  private Recording recording(Window window, List<SecondCounts> seconds) throws IOException {
    RunFiles files = RunFiles.in(folder, window, "test", () -> new RunFiles.ConnectionCount(4, 1));
    return new Recording(window, null, files, seconds::add);
  }

  private static TimedSampleResult result(
      String label, long lagMicros, long serviceMicros, int status, boolean expected) {
    TimedSampleResult result = new TimedSampleResult();
    long now = System.nanoTime();
    result.setSampleLabel(label);
    result.sent(now, now, now + lagMicros * 1000);
    result.received(status, now, now + (lagMicros + serviceMicros) * 1000);
    result.setSuccessful(expected);
    return result;
  }

  private static TimedSampleResult failure(String label, ErrorKind kind) {
    TimedSampleResult result = new TimedSampleResult();
    long now = System.nanoTime();
    result.setSampleLabel(label);
    result.sent(now, now, now);
    result.failed(kind, now + 1_000_000);
    return result;
  }
}
