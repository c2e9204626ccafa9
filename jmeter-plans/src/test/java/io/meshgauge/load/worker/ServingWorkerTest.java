package io.meshgauge.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshgauge.load.course.Window;
import io.meshgauge.load.testserver.TinyServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worker as a starter on another machine meets it: over HTTP. */
@Tag("serial")
@Timeout(60)
class ServingWorkerTest {

  private static final Pattern PORT = Pattern.compile("listens on port (\\d+)");

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private TinyServer server;
  private Process worker;
  private int port;

  @BeforeEach
  void open() throws IOException {
    server = new TinyServer();
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
  void protocolOverHttpAllowsRepeatedRequests() throws Exception {
    start("-Jrate=100", "-Jduration=1", "-Jarrival=uniform", "-Jwarmup=40", "-Jworkers=2");
    assertThat(get("/health").statusCode()).isEqualTo(200);
    assertThat(await("ready").size()).isEqualTo(1);
    assertThat(post("measure").body()).contains("requires 'warm' before");
    assertThat(post("dance").statusCode()).isEqualTo(400);
    assertThat(post("dance").body()).contains("'dance'", Word.KNOWN);
    assertThat(post("warm").statusCode()).isEqualTo(200);
    assertThat(post("warm").statusCode()).as("again").isEqualTo(200);
    assertThat(await("warmed").at("/requests").asLong()).isEqualTo(20);
    assertThat(get("/results").statusCode()).isEqualTo(409);

    long start = Window.nowEpochMicros() + 700_000;
    assertThat(post("measure " + start).statusCode()).isEqualTo(200);
    assertThat(post("measure " + (start + 1)).statusCode()).as("again").isEqualTo(200);
    assertThat(await("measuring").at("/startEpochMicros").asLong()).isEqualTo(start);
    await("finished");

    assertThat(files()).contains("worker.json", "response.hlog", "firstbyte.hlog", "sendlag.hlog");
    assertThat(files()).as("again").contains("worker.json");
    assertThat(server.requests()).isEqualTo(20 + 50);
    JsonNode account = new ObjectMapper().readTree(out().resolve("worker.json").toFile());
    assertThat(account.at("/startEpochMicros").asLong()).isEqualTo(start);
    assertThat(account.at("/scheduled").asInt()).isEqualTo(50);
    assertThat(account.at("/completed").asInt()).isEqualTo(50);
    assertThat(account.at("/workers").asInt()).isEqualTo(2);
    assertThat(worker.isAlive()).as("serves until the end").isTrue();
    List<String> served = get("/events").body().lines().toList();
    assertThat(post("end").statusCode()).isEqualTo(200);
    assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
    assertThat(Files.readAllLines(folder.resolve("events.log"))).isEqualTo(served);
  }

  @Test
  void furtherWindowsAreMeasuredWhereTheyAreAskedFor() throws Exception {
    start("-Jrepeat=true", "-Jrate=50", "-Jduration=1", "-Jwarmup=8");
    await("ready");
    post("warm");
    await("warmed");
    long first = in(1_500_000);
    post("measure " + first);
    await("finished");
    assertThat(post("measure " + first).statusCode()).as("said again").isEqualTo(200);
    assertThat(get("/results").statusCode()).as("no other window begins").isEqualTo(200);

    long second = in(1_500_000);
    post("measure " + second);

    assertThat(get("/results").statusCode()).as("of a window under way").isEqualTo(409);
    while (get("/results").statusCode() == 409) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(
            new ObjectMapper()
                .readTree(out().resolve("worker.json").toFile())
                .at("/startEpochMicros")
                .asLong())
        .isEqualTo(second);
    post("end");
    assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
  }

  private static long in(long micros) {
    return Window.nowEpochMicros() + micros;
  }

  @Test
  void pastStartFailsAndTheWorkerRunsUntilEnd() throws Exception {
    start("-Jwarmup=20", "-Jduration=600");
    await("ready");
    post("warm");
    await("warmed");
    post("measure " + (Window.nowEpochMicros() - 1));

    assertThat(await("failed").at("/reason").asText()).contains("Compare the clocks");
    assertThat(get("/results").statusCode()).isEqualTo(200);
    assertThat(get("/events?from=1000&wait=0").body()).isEmpty();
    post("end");
    assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(1);
  }

  @Test
  void anEndInTheMiddleStopsTheRunFirst() throws Exception {
    start("-Jwarmup=20", "-Jduration=600");
    await("ready");
    post("warm");
    await("warmed");
    post("measure");
    await("second");
    post("end");

    assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
    JsonNode account = new ObjectMapper().readTree(out().resolve("worker.json").toFile());
    assertThat(account.at("/stoppedEarly").asBoolean()).isTrue();
  }

  @Test
  void everyAnswerTellsTheClockAndTheProcessAndALongPollWaits() throws Exception {
    start("-Jwarmup=20");
    await("ready");
    long before = Window.nowEpochMicros();
    HttpResponse<String> answer = get("/events?from=1&wait=1");
    long after = Window.nowEpochMicros();

    long clock = Long.parseLong(answer.headers().firstValue(WorkerServer.CLOCK).orElseThrow());
    assertThat(after - before).isGreaterThan(990_000);
    assertThat(clock).isBetween(before, after);
    assertThat(answer.headers().firstValue(WorkerServer.PROCESS)).isPresent();
    assertThat(get("/events?from=-1").statusCode()).isEqualTo(400);
    assertThat(get("/words").statusCode()).isEqualTo(405);
  }

  @Test
  void unusablePortIsReported() throws Exception {
    assertThat(failure(Integer.toString(server.port())))
        .contains("Port " + server.port() + " cannot be listened on", "--serve");
    assertThat(failure("http")).contains("--serve is a port", "'http'");
  }

  private String failure(String serve) throws Exception {
    start(serve, List.of());
    assertThat(worker.waitFor()).isEqualTo(1);
    String event = Files.readString(folder.resolve("events.log"));
    assertThat(event).startsWith("{\"event\":\"failed\"");
    return event;
  }

  private void start(String... properties) throws Exception {
    start("0", List.of(properties));
  }

  private void start(String serve, List<String> properties) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@src/main/worker/java.args",
                "-cp",
                System.getProperty("java.class.path"),
                LoadWorker.class.getName(),
                "--plan",
                "src/main/jmx/steady.jmx",
                "--out",
                out().toString(),
                "--serve",
                serve,
                "-Jport=" + server.port(),
                "-Jtokens=" + folder.resolve("tokens.properties"),
                "-Jconnections=4",
                "-JwarmupConcurrency=4"));
    command.addAll(properties);
    Path log = folder.resolve("worker.log");
    worker =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(folder.resolve("events.log").toFile())
            .redirectError(log.toFile())
            .start();
    while (port == 0 && worker.isAlive()) {
      TimeUnit.MILLISECONDS.sleep(20);
      Matcher matcher = PORT.matcher(Files.readString(log));
      port = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
  }

  /** Waits for the event of that name, reading all events each time. */
  private JsonNode await(String event) throws Exception {
    int from = 0;
    while (true) {
      List<String> lines = get("/events?wait=5&from=" + from).body().lines().toList();
      from += lines.size();
      for (String line : lines) {
        JsonNode node = new ObjectMapper().readTree(line);
        if (node.at("/event").asText().equals(event)) {
          return node;
        }
        assertThat(node.at("/event").asText()).isNotIn("finished", "failed");
      }
    }
  }

  private Set<String> files() throws Exception {
    HttpResponse<byte[]> answer =
        client.send(request("/results").build(), HttpResponse.BodyHandlers.ofByteArray());
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/zip");
    Set<String> names = new TreeSet<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(answer.body()))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
        assertThat(zip.readAllBytes())
            .isEqualTo(Files.readAllBytes(out().resolve(entry.getName())));
      }
    }
    return names;
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String word) throws Exception {
    return client.send(
        request("/words").POST(HttpRequest.BodyPublishers.ofString(word)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private Path out() {
    return folder.resolve("out");
  }
}
