package io.meshgauge.archive;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Integrity.Damage;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.SampleSession;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakRecord;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.HistogramCases;
import io.meshgauge.fuzz.JsonCases;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.soak.SampleSoak;
import io.meshgauge.soak.SoakAnalysis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every file of an archive, damaged; without checksums, which would detect it at once. */
@Tag("fuzz")
class ArchiveFuzzTest {
  private static final Plan PLAN =
      new Plan("steady", Duration.ofSeconds(10), new TreeMap<>(Map.of("peaks", "3")));
  private static final Trial TRIAL =
      new Trial(1, 1, Variant.plain("envoy").with("workers", "1"), PLAN);
  private static final String[] JSON = {"null", "\"\"", "{}", "[]", "1e999999", "\"$ref\":", ","};

  @TempDir Path folder;

  @Test
  void sessions() throws IOException {
    Path file = folder.resolve("session.json");
    Json.write(file, session());
    String good = Files.readString(file);

    Fuzz.of("session.json", good)
        .words(JSON)
        .structured(2, new JsonCases(good))
        .refuses(ArchiveException.class, "session.json")
        .run(
            text -> {
              Files.write(file, text);
              RunArchive.open(folder).read();
            });
  }

  @Test
  void runs() throws IOException {
    Json.write(folder.resolve("session.json"), session());
    Path file = folder.resolve("trials").resolve(TRIAL.folder()).resolve("run.json");
    Json.write(file, run());
    String good = Files.readString(file);

    Fuzz.of("run.json", good)
        .words(JSON)
        .structured(2, new JsonCases(good))
        .refuses(ArchiveException.class, "run.json")
        .run(
            text -> {
              Files.write(file, text);
              List<Damage> damage = RunArchive.open(folder).read().integrity().damage();
              if (!damage.isEmpty()) {
                throw new ArchiveException(damage.get(0).problem());
              }
            });
  }

  @Test
  void accountsOfLoadWorkers() throws IOException {
    WorkerFiles.leave(folder);
    Path file = folder.resolve("worker.json");
    String good = Files.readString(file);
    HistogramLog response = HistogramLog.read(folder.resolve(LoadResults.RESPONSE));

    Fuzz.of("worker.json", good)
        .words(JSON)
        .structured(2, new JsonCases(good))
        .refuses(ArchiveException.class, "worker.json")
        .run(
            text -> {
              Files.write(file, text);
              WorkerResult worker = WorkerResult.open(folder);
              worker.share();
              worker.responses();
              MergedLoad.of(List.of(worker.result(response), worker.result(response)));
            });
  }

  @Test
  void histogramLogs() throws IOException {
    WorkerFiles.leave(folder);
    Path file = folder.resolve(LoadResults.RESPONSE);
    String good = Files.readString(file);

    Fuzz.of("histogram log", good)
        .words("Tag=", ",", "HISTFAAAA", "#[", "\"", "Tag=browse,0,0,0,")
        .structured(2, new HistogramCases(good))
        .refuses(ArchiveException.class, "response.hlog")
        .run(
            text -> {
              Files.write(file, text);
              HistogramLog.read(file).all();
            });
  }

  @Test
  void streams() throws IOException {
    String good = resource("iperf3-upload.json");

    Fuzz.of("iperf3.json", good)
        .words(JSON)
        .structured(2, new JsonCases(good))
        .refuses(ArchiveException.class, "iperf3")
        .run(text -> StreamResults.of(new String(text, StandardCharsets.UTF_8)));
  }

  @Test
  void checksums() throws IOException {
    Path file = folder.resolve(Checksums.FILE);
    Files.writeString(folder.resolve("a"), "x");

    Fuzz.of("SHA256SUMS", "%1$s  a\n%1$s  load/b.hlog\n\\%1$s  c\\n\n".formatted("5".repeat(64)))
        .words("../", "/", "\\", "\\n", "..", " *", "  ")
        .refuses(ArchiveException.class, "SHA256SUMS")
        .run(
            text -> {
              Files.write(file, text);
              Checksums sums = Checksums.in(folder).orElseThrow();
              sums.sums().keySet().forEach(name -> sums.problem(folder, name));
            });
  }

  @Test
  void rulesOfScoring() throws IOException {
    RunArchive archive = RunArchive.create(folder, session());
    String good =
        """
        {"criteria": [{"metric": "RESPONSE_P99", "full": 0.01, "zero": 0.05}],
         "weightSets": [{"name": "equal", "weights": {"RESPONSE_P99": 1.0}, "rescaled": false}],
         "efficiency": {"alpha": 0.5, "beta": 0.25, "gamma": 0.25}}
        """;
    Path file = archive.folder().resolve("scoring.json");

    Fuzz.of("scoring.json", good)
        .words(JSON)
        .structured(2, new JsonCases(good))
        .refuses(ArchiveException.class, "scoring.json")
        .run(
            text -> {
              Files.write(file, text);
              archive.attachment("scoring.json", ScoringRules.class);
            });
  }

  @Test
  void windowsOfSoaks() throws IOException {
    WorkerFiles.leave(folder);
    LoadResult load = LoadResults.read(folder);
    SampleSoak soak = new SampleSoak(1, 0);
    try (SoakLog log = SoakLog.open(folder)) {
      SoakTotals totals = new SoakTotals();
      log.append(soak.window(0, 1, 0, 0, List.of()), load, new TcpUse(1, 0, 10), totals);
      log.append(
          soak.disturbed(
              1, new Disturbance(SoakAct.KILL_PROXY, "order-proxy", 20, 1, null, 3, 0.02, 0.3)),
          load,
          new TcpUse(1, 0, 10),
          totals);
      log.append(SoakEvent.of(SampleSoak.START, SoakEvent.Kind.DEPLOYED, "the arm"));
    }
    Path file = folder.resolve(SoakLog.FILE);
    String good = Files.readString(file, StandardCharsets.ISO_8859_1);
    JsonCases lines =
        new JsonCases(good.lines().map(line -> line.substring(9)).toArray(String[]::new));

    Fuzz.of("windows.log", good)
        .words(JSON)
        .structured(2, random -> SoakLogTest.line(lines.apply(random)))
        .refuses(ArchiveException.class, "windows.log")
        .run(
            text -> {
              Files.write(file, text);
              SoakRecord record = SoakLog.read(folder, 10).record();
              SoakAnalysis.of(record, SampleSoak.settings(10), List.of());
              if (!record.damaged().isEmpty()) {
                throw new ArchiveException(record.damaged().get(0));
              }
            });
  }

  private static String resource(String name) throws IOException {
    return Files.readString(Path.of("src/test/resources/io/meshgauge/archive").resolve(name));
  }

  private static Session session() {
    return SampleSession.of(
            SampleSession.experiment(2, PLAN, Variant.plain("baseline"), TRIAL.variant()))
        .noting("Rate 20 req/s for all arms.")
        .with(
            new Calibration(
                20,
                0.0001,
                0.0004,
                0.0001,
                0.1,
                new MachineUse(0.3, 0),
                List.of(new LagLimit("steady", "baseline", 0.004, true))));
  }

  private static Run run() {
    return new Run(
        TRIAL,
        Outcome.VOID,
        List.of(new Reason("send-lag", "too late")),
        new Run.Setup(
            Fidelity.REAL,
            new Environment(new TreeMap<>(Map.of("kernel", "6.1"))),
            new TreeMap<>(Map.of("workers", "1"))),
        List.of(
            new Evidence(
                Evidence.Promise.TRAVERSAL,
                "order",
                Evidence.Verdict.PROVEN,
                "20",
                "20",
                "proxy/after")),
        new Run.Observations(
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
                    70e6)),
            new TcpUse(5000, 2, 1L << 30),
            List.of(
                new HopLatency(
                    "gateway", "order", HopLatency.Side.CLIENT, 20, 0.001, 0.002, 0.003)),
            new CapacityResult(
                410,
                300,
                List.of(new CapacityResult.Step(300, 299, 0.02, List.of())),
                List.of(new CapacityResult.AtShare(0.5, 150, 0.002, 0.01, List.of("late")))),
            new MachineUse(0.5, 0.01, 0.02, List.of(new MachineUse.ProcessUse("cc1", 7, 0.4)))),
        Run.Results.NONE);
  }
}
