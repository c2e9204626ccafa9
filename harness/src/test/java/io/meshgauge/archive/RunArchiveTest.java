package io.meshgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.experiment.SampleSession;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RunArchiveTest {
  private static final Plan PLAN = new Plan("steady", Duration.ofSeconds(10), new TreeMap<>());
  private static final Variant ENVOY = Variant.plain("envoy").with("workers", "1");

  @TempDir Path folder;

  /** {@code session.json} of a version without pilot and other work. */
  @Test
  void calibrationOfOlderVersionHasNoLimitAndNoMachineUse() throws IOException {
    Calibration floor = new Calibration(20, 0.0001, 0.0004, 0.0001, 0.1);
    RunArchive archive = RunArchive.create(folder, session().with(floor));
    Path file = archive.folder().resolve("session.json");
    String older =
        Files.readString(file).replaceFirst(",\\s*\"machine\" : null,\\s*\"limits\" : \\[ \\]", "");
    assertThat(older).doesNotContain("limits");
    Files.writeString(file, older);
    Files.delete(archive.folder().resolve("SHA256SUMS"));

    assertThat(RunArchive.open(archive.folder()).read().calibration()).contains(floor);
  }

  @Test
  void storedSessionRoundTrips() throws IOException {
    MachineUse machine =
        new MachineUse(0.4, 0.01, 0.02, List.of(new MachineUse.ProcessUse("cc1", 77, 0.08)));
    LagLimit limit = new LagLimit("steady", "baseline", 0.0043, true);
    Session session =
        session().with(new Calibration(20, 0.0001, 0.0004, 0.0001, 0.1, machine, List.of(limit)));
    RunArchive archive = RunArchive.create(folder, session);
    Run measured = measured(archive, new Trial(1, 1, ENVOY, PLAN));
    Run failed = failed(new Trial(2, 1, Variant.plain("baseline"), PLAN));
    archive.store(measured);
    archive.store(failed);

    Session read = RunArchive.open(archive.folder()).read();

    assertThat(read.experiment()).isEqualTo(session.experiment());
    assertThat(read.command()).isEqualTo(session.command());
    assertThat(read.started()).isEqualTo(session.started());
    assertThat(read.environment()).isEqualTo(session.environment());
    assertThat(read.notes()).isEqualTo(session.notes());
    assertThat(read.calibration()).isPresent().isEqualTo(session.calibration());
    assertThat(read.planned()).isEqualTo(4);
    assertThat(read.neverRan()).isEqualTo(2);
    assertThat(read.runs()).hasSize(2);
    assertThat(read.runs().get(1)).isEqualTo(failed);
    Run first = read.runs().get(0);
    assertThat(first)
        .usingRecursiveComparison()
        // A number that was not observed is NaN.
        .withEqualsForType(Double::equals, Double.class)
        .ignoringFields("results.load", "results.measurements")
        .isEqualTo(measured);
    assertThat(first.measurements()).isEqualTo(measured.measurements());
    assertThat(first.measuredLoad().orElseThrow().allowedResponse().count()).isEqualTo(21);
  }

  /** Archives of versions in which the plan {@code steady} was called as the arm is. */
  @Test
  void planOfAnOlderVersionIsReadUnderItsNameAndSentAsToday() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());
    Trial trial = new Trial(1, 1, ENVOY, PLAN);
    archive.store(measured(archive, trial));
    Path today = archive.folder(trial);
    Path run = today.resolveSibling(today.getFileName().toString().replace("steady", "baseline"));
    Files.move(today, run);
    for (Path file : List.of(archive.folder().resolve("session.json"), run.resolve("run.json"))) {
      String text = Files.readString(file);
      assertThat(text).contains("\"name\" : \"steady\"");
      Files.writeString(file, text.replace("\"name\" : \"steady\"", "\"name\" : \"baseline\""));
      Files.deleteIfExists(file.resolveSibling("SHA256SUMS"));
    }

    Session read = RunArchive.open(archive.folder()).read();

    Plan plan = read.experiment().plans().get(0);
    assertThat(plan.name()).isEqualTo("baseline");
    assertThat(plan.isSteady()).isTrue();
    assertThat(plan.jmx()).isEqualTo("steady");
    assertThat(read.runs("envoy", "baseline")).hasSize(1);
  }

  @Test
  void measurementsAreComputedFromTheFiles() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());

    Run run = measured(archive, new Trial(1, 1, ENVOY, PLAN));

    assertThat(run.value(Metric.RESPONSE_P50))
        .satisfies(v -> assertThat(v.orElseThrow()).isCloseTo(0.002, within(0.00001)));
    assertThat(run.value(Metric.SERVICE_P50))
        .satisfies(v -> assertThat(v.orElseThrow()).isCloseTo(0.001, within(0.00001)));
    assertThat(run.value(Metric.FIRST_BYTE_P50))
        .satisfies(v -> assertThat(v.orElseThrow()).isCloseTo(0.0009, within(0.00001)));
    assertThat(run.value(Metric.THROUGHPUT)).hasValue(30 / 2.5);
    assertThat(run.value(Metric.ERROR_RATIO)).hasValue(1.0 / 31);
    assertThat(run.value(Metric.CPU_DATA_PLANE))
        .satisfies(v -> assertThat(v.orElseThrow()).isCloseTo(0.3 / 0.03, within(1e-9)));
    assertThat(run.value(Metric.CPU_SYSTEM))
        .satisfies(v -> assertThat(v.orElseThrow()).isCloseTo(1.5 / 0.03, within(1e-9)));
    assertThat(run.value(Metric.MEMORY_SYSTEM)).hasValue(150e6);
    assertThat(run.value(Metric.TCP_RETRANSMITS)).hasValue(2);
    assertThat(run.value(Metric.NETWORK_BYTES)).as("of 30 answers").hasValue((1L << 30) / 0.03);
    assertThat(run.value(Metric.CONFIG_OBJECTS)).hasValue(6);
    assertThat(run.value(Metric.CONFIG_LINES)).hasValue(550);
    assertThat(run.value(Metric.READY)).hasValue(1.451);
  }

  @Test
  void resultsOfSeveralWorkersAreMerged() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());
    Run run = failed(new Trial(1, 1, ENVOY, PLAN));
    for (String worker : List.of("worker-0", "worker-1")) {
      WorkerFiles.leave(Files.createDirectories(archive.loadFolder(run.trial()).resolve(worker)));
    }
    archive.store(run);

    Run read = archive.read().runs().get(0);

    assertThat(read.measuredLoad().orElseThrow().completed()).isEqualTo(60);
    assertThat(read.measuredLoad().orElseThrow().rate()).isEqualTo(31);
  }

  @Test
  void interruptedTrialIsNotARun() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());
    Trial trial = new Trial(1, 1, ENVOY, PLAN);
    Files.createDirectories(archive.loadFolder(trial));
    WorkerFiles.leave(archive.loadFolder(trial));

    assertThat(archive.read().runs()).isEmpty();
  }

  @Test
  void damagedRunIsNamed() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());
    Run run = failed(new Trial(1, 1, ENVOY, PLAN));
    archive.store(run);
    Path file = archive.folder(run.trial()).resolve("run.json");
    Files.writeString(file, Files.readString(file).substring(0, 60));

    Session read = archive.read();

    assertThat(read.runs()).isEmpty();
    assertThat(read.integrity().damage())
        .singleElement()
        .satisfies(it -> assertThat(it.file()).endsWith("/run.json"))
        .satisfies(it -> assertThat(it.problem()).startsWith("it is damaged: its SHA-256 is "));
  }

  @Test
  void clusterTargetOfOlderVersionIsRead() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("cluster.json"),
            """
            {"context": "lab", "namespace": null, "workers": 1, "imagePrefix": "meshgauge/",
             "imageTag": "0.1.0", "loadAnyway": false, "iperfImage": "networkstatic/iperf3:latest"}
            """);

    assertThat(Json.read(file, ClusterTarget.class))
        .isEqualTo(new ClusterTarget("lab", null, 1, "meshgauge/", "0.1.0", false));
  }

  @Test
  void folderThatCannotBeMadeIsRefusedWithTheVariableThatNamesAnother() throws IOException {
    Path file = Files.writeString(folder.resolve("runs"), "no folder");

    assertThatThrownBy(() -> RunArchive.create(file, session()))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("no archive folder could be made in " + file)
        .hasMessageContaining("MESHGAUGE_RUNS=DIR names another one");
  }

  @Test
  void folderWithoutSessionIsRefused() {
    assertThatThrownBy(() -> RunArchive.open(folder))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("has no session.json; expected the folder of a run");
  }

  @Test
  void sessionsOfTheSameSecondGetDifferentFolders() {
    Path first = RunArchive.create(folder, session()).folder();
    Path second = RunArchive.create(folder, session()).folder();

    assertThat(first.getFileName()).hasToString("20261121-100000-test");
    assertThat(second.getFileName()).hasToString("20261121-100000-test-2");
  }

  @Test
  void additionalFilesAreStoredWithTheRun() {
    RunArchive archive = RunArchive.create(folder, session());
    Trial trial = new Trial(1, 1, ENVOY, PLAN);
    archive.keep(trial, Map.of("tcp/before.txt", "Tcp: 1"));
    archive.attach("scoring.json", List.of("equal"));

    assertThat(archive.folder(trial).resolve("tcp/before.txt")).content().isEqualTo("Tcp: 1");
    assertThat(archive.attachment("scoring.json", List.class)).isEqualTo(List.of("equal"));
  }

  private static Session session() {
    return SampleSession.of(SampleSession.experiment(2, PLAN, Variant.plain("baseline"), ENVOY))
        .noting("Rate 20 req/s for all arms.");
  }

  @Test
  void fieldsOfSessionJsonKeepTheirNamesAndOrder() {
    RunArchive archive = RunArchive.create(folder, session());
    JsonNode stored = Json.tree(archive.folder().resolve("session.json"));

    assertThat(stored.propertyNames())
        .containsExactly(
            "version",
            "started",
            "command",
            "planned",
            "experiment",
            "environment",
            "notes",
            "calibration");
    assertThat(stored.at("/experiment/protocol").propertyNames())
        .containsExactly(
            "replicates",
            "rate",
            "arrival",
            "warmupRequests",
            "connections",
            "loadWorkers",
            "windows",
            "noiseFloor",
            "time",
            "precision",
            "sendLag",
            "stop",
            "proof");
  }

  @Test
  void fieldsOfRunJsonKeepTheirNamesAndOrder() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());
    Run run = measured(archive, new Trial(1, 1, ENVOY, PLAN));
    archive.store(run);

    assertThat(Json.tree(archive.folder(run.trial()).resolve("run.json")).propertyNames())
        .containsExactly(
            "trial",
            "outcome",
            "reasons",
            "fidelity",
            "environment",
            "fairness",
            "evidence",
            "resources",
            "tcp",
            "hops",
            "capacity",
            "machine",
            "warmUp",
            "windows",
            "integration");
  }

  private static Run measured(RunArchive archive, Trial trial) throws IOException {
    Files.createDirectories(archive.loadFolder(trial));
    WorkerFiles.leave(archive.loadFolder(trial));
    LoadResult load = LoadResults.read(archive.loadFolder(trial));
    List<ResourceUse> resources =
        List.of(
            new ResourceUse("order", Part.APPLICATION, 1.2, 100e6, 110e6),
            new ResourceUse(
                "ztunnel@n1",
                Part.DATA_PLANE,
                0.3,
                50e6,
                51e6,
                new ResourceUse.Shared(0.1, 9, 6),
                30e6,
                70e6),
            new ResourceUse("load-worker", Part.LOAD, 0.4, Double.NaN, Double.NaN));
    TcpUse tcp = new TcpUse(5000, 2, 1L << 30);
    Run.Observations observed =
        new Run.Observations(
            resources,
            tcp,
            List.of(new HopLatency("gateway", "order", Side.CLIENT, 20, 0.001, 0.002, 0.003)),
            null,
            null,
            null,
            List.of(
                new TreeMap<>(Map.of(Metric.RESPONSE_P50, 0.007, Metric.CPU_SYSTEM, 0.0061)),
                new TreeMap<>(Map.of(Metric.RESPONSE_P50, 0.008, Metric.CPU_SYSTEM, 0.0063))),
            new Integration(6, 550, 1.451));
    return new Run(
        trial,
        Outcome.VOID,
        List.of(new Reason("send-lag", "too late")),
        new Run.Setup(
            Fidelity.REAL,
            new Environment(new TreeMap<>(Map.of("kernel", "6.1"))),
            new TreeMap<>(Map.of("workers", "1"))),
        List.of(
            new Evidence(Promise.TRAVERSAL, "order", Verdict.PROVEN, "20", "20", "proxy/after")),
        observed,
        new Run.Results(load, null, null, measurements(load, observed)));
  }

  private static List<Measurement> measurements(LoadResult load, Run.Observations observed) {
    List<Measurement> all = new ArrayList<>(Measurements.of(load, null, observed));
    all.add(new Measurement(Metric.NEW_CONNECTIONS, 6.25, Measurements.COUNTED));
    all.add(new Measurement(Metric.THROTTLED_APPLICATION, 0.25, Measurements.COUNTED));
    return all;
  }

  private static Run failed(Trial trial) {
    return new Run(
        trial,
        Outcome.FAILED,
        List.of(new Reason("failed", "no Envoy")),
        new Run.Setup(Fidelity.MODEL, new Environment(new TreeMap<>()), new TreeMap<>()),
        List.of(),
        Run.Observations.NONE,
        Run.Results.NONE);
  }
}
