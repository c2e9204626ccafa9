package io.meshgauge.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshgauge.load.record.RecordedRun;
import io.meshgauge.load.testserver.TinyServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worker as its starter meets it: a process, its words and its files. */
@Tag("serial")
@Timeout(60)
class LoadWorkerProcessTest {

  @TempDir private Path folder;
  private TinyServer server;
  private Process worker;
  private BufferedReader events;
  private Writer words;
  private Path tokens;

  @BeforeEach
  void open() throws IOException {
    server = new TinyServer();
    tokens =
        Files.writeString(
            folder.resolve("tokens.properties"),
            "customer=customer-token\nguest=guest-token\nrisky=risky-token\n");
  }

  @AfterEach
  void close() throws IOException {
    worker.destroyForcibly();
    server.close();
  }

  @Test
  void aWholeConversationMeasuresWhatThePlanSays() throws Exception {
    start("steady", "-Jrate=200", "-Jduration=2", "-Jarrival=uniform", "-Jwarmup=200");
    assertThat(next("ready").size()).isEqualTo(1);
    say("warm");
    JsonNode warmed = next("warmed");
    assertThat(warmed.at("/requests").asLong()).isEqualTo(200);
    assertThat(warmed.at("/seconds").asDouble()).isPositive();
    assertThat(server.requests()).isEqualTo(200);
    say("measure");
    long start = next("measuring").at("/startEpochMicros").asLong();
    assertThat(next("second").at("/second").asInt()).isZero();
    assertThat(next("second").at("/second").asInt()).isEqualTo(1);
    assertThat(next("finished").at("/endEpochMicros").asLong()).isGreaterThan(start + 1_900_000);
    assertThat(worker.waitFor()).isZero();

    JsonNode account = out().account();
    assertThat(account.at("/plan").asText()).isEqualTo("steady");
    assertThat(account.at("/arrival").asText()).isEqualTo("uniform");
    assertThat(account.at("/rate").asInt()).isEqualTo(200);
    assertThat(account.at("/startEpochMicros").asLong()).isEqualTo(start);
    assertThat(List.of("scheduled", "sent", "completed"))
        .allSatisfy(count -> assertThat(account.at("/" + count).asInt()).isEqualTo(400));
    assertThat(account.at("/connectionsOpened").asInt()).isEqualTo(server.accepted());
    assertThat(account.at("/connectionsOpenedInWindow").asInt()).isZero();
    assertThat(account.at("/cpuSeconds").asDouble()).isPositive();
    assertThat(account.at("/sendLag/p99Micros").asLong()).isPositive();
    assertLabel(account, "browse", "200", 240);
    assertLabel(account, "checkout", "201", 120);
    assertLabel(account, "forbidden", "403", 16);
    assertLabel(account, "risky", "403", 8);
    assertLabel(account, "unauthenticated", "401", 16);
    assertThat(server.requests()).isEqualTo(600);
  }

  @Test
  void unexpectedAnswersAreReportedWhileTheLoadRunsAndInItsRecord() throws Exception {
    String plan = "-JunauthenticatedStatus=200";
    start("steady", plan, "-Jrate=200", "-Jduration=2", "-Jarrival=uniform", "-Jwarmup=200");
    next("ready");
    say("warm");
    JsonNode seen = next("mismatched");
    assertThat(seen.at("/label").asText()).isEqualTo("unauthenticated");
    assertThat(seen.at("/expected").asText()).isEqualTo("200");
    assertThat(seen.at("/received").asText()).isEqualTo("401");
    assertThat(seen.at("/count").asInt()).isPositive();
    assertThat(seen.at("/of").asInt()).isEqualTo(seen.at("/count").asInt());
    assertThat(seen.at("/excerpt").asText()).isEqualTo("{\"orders\":[]}");
    next("warmed");
    say("measure");
    next("finished");

    JsonNode record = out().account().at("/labels/unauthenticated/mismatches");
    assertThat(record.size()).isEqualTo(1);
    assertThat(record.at("/0/received").asText()).isEqualTo("401");
    assertThat(record.at("/0/count").asInt()).isEqualTo(16);
    assertThat(out().account().at("/labels/browse/mismatches").size()).isZero();
  }

  private void assertLabel(JsonNode account, String label, String status, int count)
      throws IOException {
    JsonNode node = account.at("/labels/" + label);
    for (String field : List.of("scheduled", "sent", "completed", "expected")) {
      assertThat(node.at("/" + field).asInt()).as(label + " " + field).isEqualTo(count);
    }
    assertThat(node.at("/status/" + status).asInt()).as(label).isEqualTo(count);
    assertThat(node.at("/unexpected").asInt()).isZero();
    assertThat(node.at("/bytesReceived").asInt()).isEqualTo(count * "{\"orders\":[]}".length());
    for (String log : List.of("response", "service", "firstbyte", "sendlag")) {
      assertThat(out().total(log, label).getTotalCount()).as(log).isEqualTo(count);
    }
  }

  @Test
  void aWorkerThatWasStoppedIsLateByItsOwnAccount() throws Exception {
    start("steady", "-Jrate=180", "-Jduration=2", "-Jarrival=uniform", "-Jwarmup=200");
    next("ready");
    say("warm");
    next("warmed");
    say("measure");
    next("second");
    signal("STOP");
    TimeUnit.MILLISECONDS.sleep(100);
    signal("CONT");
    next("finished");

    JsonNode account = out().account();
    assertThat(account.at("/mostConnections").asInt()).as("2 s at the rate").isEqualTo(360);
    // Of the arrivals in those 100 ms, one every 5.6 ms, the first waited longest.
    assertThat(account.at("/sendLag/maxMicros").asLong()).isGreaterThan(85_000);
    assertThat(account.at("/sendLag/p99Micros").asLong()).isGreaterThan(60_000);
    assertThat(account.at("/completed").asInt()).isEqualTo(360);
  }

  @Test
  void armsTakeTurnsWithTheSameArrivalsAtEntriesOfTheirOwn() throws Exception {
    try (TinyServer other = new TinyServer()) {
      start(
          "steady",
          "-Jrate=100",
          "-Jduration=1",
          "-Jarrival=poisson",
          "-Jwarmup=40",
          "-Jrepeat=true",
          "-Jhost=127.0.0.1",
          "-Jarm=0",
          "-Jarm.0.host=127.0.0.1",
          "-Jarm.0.port=" + server.port(),
          "-Jarm.1.host=127.0.0.1",
          "-Jarm.1.port=" + other.port());
      next("ready");
      say("warm");
      next("warmed");
      long warm = server.requests();
      JsonNode first = turn("measure arm=0 round=3");
      JsonNode second = turn("measure arm=1 round=3");
      JsonNode third = turn("measure arm=1 round=4");

      assertThat(second.at("/seed")).as("the same arrivals").isEqualTo(first.at("/seed"));
      assertThat(third.at("/seed")).as("other arrivals").isNotEqualTo(first.at("/seed"));
      assertThat(second.at("/sent").asLong()).isEqualTo(first.at("/sent").asLong()).isPositive();
      assertThat(server.requests() - warm).isEqualTo(first.at("/sent").asLong());
      assertThat(other.requests())
          .isEqualTo(second.at("/sent").asLong() + third.at("/sent").asLong());
    }
  }

  private JsonNode turn(String command) throws Exception {
    say(command);
    next("finished");
    return out().account();
  }

  private void signal(String name) throws Exception {
    String pid = Long.toString(worker.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }

  @Test
  void aCapacityProbeRunsAClosedLoopForItsDuration() throws Exception {
    start("steady", "-Jmode=capacity", "-Jduration=1", "-Jconnections=4", "-Jwarmup=100");
    next("ready");
    say("warm");
    next("warmed");
    say("measure");
    next("finished");

    JsonNode account = out().account();
    assertThat(account.at("/mode").asText()).isEqualTo("capacity");
    assertThat(account.at("/completed").asLong())
        .isGreaterThan(200)
        .isEqualTo(account.at("/scheduled").asLong());
  }

  @Test
  void aCalibrationMeasuresTheWorkerAgainstAServerOfItsOwn() throws Exception {
    start("instrument/calibration", "-JnullServer=true", "-Jrate=200", "-Jduration=1");
    next("ready");
    say("warm");
    next("warmed");
    say("measure");
    next("finished");
    assertThat(worker.waitFor()).isZero();

    assertThat(out().account().at("/labels/get/status/200").asLong())
        .isPositive()
        .isEqualTo(out().account().at("/scheduled").asLong());
    assertThat(server.requests()).isZero();
  }

  @Test
  void aStopWritesWhatWasMeasured() throws Exception {
    start("steady", "-Jrate=100", "-Jduration=600", "-Jwarmup=20");
    next("ready");
    say("warm");
    next("warmed");
    say("measure");
    next("second");
    say("stop");
    next("finished");
    assertThat(worker.waitFor()).isZero();

    JsonNode account = out().account();
    assertThat(account.at("/stoppedEarly").asBoolean()).isTrue();
    long sent = account.at("/sent").asLong();
    assertThat(sent).isBetween(50L, 10_000L).isEqualTo(account.at("/completed").asLong());
    assertThat(account.at("/scheduled").asLong()).isBetween(sent - 1, sent + 20);
  }

  @Test
  void windowAfterWindowIsMeasuredOverTheSameConnectionsEachWithAnAccountOfItsOwn()
      throws Exception {
    start(
        "steady",
        "-Jrepeat=true",
        "-Jarrival=uniform",
        "-Jrate=100",
        "-Jduration=1",
        "-Jwarmup=20");
    next("ready");
    say("warm");
    next("warmed");
    for (int window = 0; window < 3; window++) {
      say("measure");
      long start = next("measuring").at("/startEpochMicros").asLong();
      next("finished");
      JsonNode account = out().account();
      assertThat(account.at("/startEpochMicros").asLong()).isEqualTo(start);
      assertThat(account.at("/scheduled").asLong()).isEqualTo(100);
      assertThat(account.at("/completed").asLong()).isEqualTo(100);
      assertThat(account.at("/connectionsOpenedInWindow").asLong()).isZero();
      assertThat(worker.isAlive()).isTrue();
    }
    say("stop");

    assertThat(worker.waitFor()).isZero();
    assertThat(events.readLine()).as("nothing is said twice").isNull();
  }

  @Test
  void aStopBeforeTheWindowEndsTheWorkerInPeace() throws Exception {
    start("steady", "-Jwarmup=20");
    next("ready");
    say("stop");
    next("finished");

    assertThat(worker.waitFor()).isZero();
    assertThat(server.requests()).isZero();
  }

  @Test
  void theEndOfStandardInputEndsTheWorkerAndLeavesReadableLogs() throws Exception {
    start("steady", "-Jrate=100", "-Jduration=600", "-Jwarmup=20");
    next("ready");
    say("warm");
    next("warmed");
    say("measure");
    next("second");
    words.close();

    assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(3);
    assertThat(out().total("response", "browse").getTotalCount()).isPositive();
  }

  @Test
  void problemsAreReportedWithExitCodeOne() throws Exception {
    assertThat(failure("steady", "-Jrate=-5")).contains("rate", "-5");
    assertThat(failure("steady", "-Jrate=fast")).contains("Rate", "'fast'");
    assertThat(failure("steady", "-Jarrival=pareto")).contains("uniform, poisson");
    assertThat(failure("steady", "-Jmode=closed")).contains("open, capacity");
    assertThat(failure("steady", "-Jtokens=nowhere")).contains("browse", "nowhere", "-Jtokens");
    assertThat(failure("holiday")).contains("There is no plan file");
  }

  @Test
  void aFolderThatCannotBeWrittenFailsTheRunBeforeItMeasures() throws Exception {
    Files.writeString(folder.resolve("out"), "a file where the folder should be");
    start("steady", "-Jduration=600", "-Jwarmup=20");
    next("ready");
    say("warm");
    next("warmed");
    say("measure");

    assertThat(next("failed").at("/reason").asText()).contains("cannot be written to");
    assertThat(worker.waitFor()).isEqualTo(1);
  }

  private String failure(String plan, String... properties) throws Exception {
    start(plan, properties);
    String reason = next("failed").at("/reason").asText();
    assertThat(worker.waitFor()).isEqualTo(1);
    return reason;
  }

  private void start(String plan, String... properties) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@src/main/worker/java.args",
                "-cp",
                System.getProperty("java.class.path"),
                LoadWorker.class.getName(),
                "--plan",
                "src/main/jmx/" + plan + ".jmx",
                "--out",
                folder.resolve("out").toString(),
                "-Jport=" + server.port(),
                "-Jtokens=" + tokens,
                "-Jconnections=4"));
    command.addAll(Arrays.asList(properties));
    worker = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    events =
        new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8));
    words = worker.outputWriter(StandardCharsets.UTF_8);
  }

  private void say(String word) throws IOException {
    words.write(word + "\n");
    words.flush();
  }

  /** The next event of that name; only progress may come before it. */
  private JsonNode next(String event) throws IOException {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      JsonNode node = new ObjectMapper().readTree(line);
      String name = node.at("/event").asText();
      if (name.equals(event)) {
        return node;
      }
      assertThat(name).as(line).isIn("warming", "measuring", "second", "mismatched");
    }
    throw new AssertionError("The worker ended before it said '" + event + "'; see its log above.");
  }

  private RecordedRun out() {
    return new RecordedRun(folder.resolve("out"));
  }
}
