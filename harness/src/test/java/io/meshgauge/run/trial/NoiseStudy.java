package io.meshgauge.run.trial;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.terminal.PlainProgress;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.environment.ServiceSettings;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.PhaseTimes;
import io.meshgauge.run.session.ProjectLayout;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.run.session.Version;
import io.meshgauge.topology.SampleServices;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Where the noise is: all arms are deployed at once, and short windows alternate between them in
 * random order; see {@code docs/benchmarks/noise}. Arguments: CSV file, session, deployments,
 * windows of each deployment, seconds of a window, requests per second, seed, arms.
 *
 * <p>Each line of the CSV is a window. All arms of one round have the same arrivals.
 */
public final class NoiseStudy {
  private static final int WARM_UP_REQUESTS = 4000;

  private final SessionContext context;
  private final List<Variant> arms;
  private final Protocol protocol;
  private final Plan plan;
  private final Duration length;
  private final long seed;
  private final StringBuilder csv = new StringBuilder();
  private final Instant start = Instant.now();

  private NoiseStudy(
      SessionContext context,
      List<Variant> arms,
      Protocol protocol,
      Plan plan,
      Duration length,
      long seed) {
    this.context = context;
    this.arms = arms;
    this.protocol = protocol;
    this.plan = plan;
    this.length = length;
    this.seed = seed;
  }

  private record Standing(
      TestEnvironment environment, LoadSession worker, Steps steps, WindowRecorder recorder)
      implements AutoCloseable {
    @Override
    public void close() {
      worker.close();
      environment.close();
    }
  }

  /** Runs one session and writes its windows. */
  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[0]);
    String session = arguments[1];
    int deployments = Integer.parseInt(arguments[2]);
    int windows = Integer.parseInt(arguments[3]);
    Duration length = Duration.ofSeconds(Long.parseLong(arguments[4]));
    double rate = Double.parseDouble(arguments[5]);
    long seed = Long.parseLong(arguments[6]);
    List<Variant> arms = new ArrayList<>();
    for (int i = 7; i < arguments.length; i++) {
      arms.add(
          arguments[i].equals(Variant.CONTROL)
              ? Variant.plain(Variant.BASELINE).named(Variant.CONTROL)
              : Variant.plain(arguments[i]));
    }
    Path home = Path.of(System.getProperty("meshgauge.home", ".")).toAbsolutePath();
    Plan plan = new Plan("steady", Plan.MIN_DURATION, new TreeMap<>());
    Protocol protocol =
        new Protocol(1, OptionalDouble.of(rate), "poisson", WARM_UP_REQUESTS, 16, 1, false);
    Experiment experiment =
        new Experiment("noise", PlatformKind.LOCAL, arms, List.of(plan), protocol, List.of(), seed)
            .of(SampleServices.APPLICATION);
    PrintStream quiet =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    try (LocalPlatform platform = new LocalPlatform(home, Products.programs())) {
      RunArchive archive =
          RunArchive.create(
              Files.createTempDirectory("noise"),
              new Session(
                  experiment,
                  Instant.now(),
                  "NoiseStudy",
                  platform.environment(experiment.application().services()),
                  List.of(),
                  1,
                  List.of(),
                  Version.current()));
      try (SessionContext context =
          new SessionContext(
              new ProjectLayout(home),
              platform,
              archive,
              new PlainProgress(quiet, InstantSource.system()),
              new PhaseTimes(InstantSource.system()),
              experiment.application())) {
        NoiseStudy study = new NoiseStudy(context, arms, protocol, plan, length, seed);
        for (int deployment = 1; deployment <= deployments; deployment++) {
          study.deployment(session, deployment, windows);
          Files.writeString(file, study.csv);
        }
      }
    }
  }

  private void deployment(String session, int deployment, int windows) throws Exception {
    Instant begun = Instant.now();
    List<Standing> standing = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(arms.size());
    try {
      List<Future<Standing>> all = new ArrayList<>();
      for (Variant arm : arms) {
        all.add(threads.submit(() -> stand(arm, deployment)));
      }
      for (Future<Standing> one : all) {
        standing.add(one.get());
      }
      System.err.printf(
          Locale.ROOT,
          "deployment %d: deployed and warm after %.1f s%n",
          deployment,
          seconds(begun));
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < arms.size(); i++) {
        order.add(i);
      }
      Random random = new Random(seed * 1000 + deployment);
      for (int round = 1; round <= windows; round++) {
        Collections.shuffle(order, random);
        for (int position = 0; position < order.size(); position++) {
          int arm = order.get(position);
          line(session, deployment, round, position + 1, arms.get(arm).name(), standing.get(arm));
        }
      }
    } finally {
      for (Standing one : standing) {
        one.close();
      }
      threads.shutdownNow();
    }
  }

  private Standing stand(Variant arm, int deployment) {
    Trial trial = new Trial(deployment, deployment, arm, plan);
    TestEnvironment environment =
        TestEnvironment.deploy(
            context,
            arm,
            SampleServices.ALL,
            ServiceSettings.of(arm, plan),
            context.archive().folder(trial).resolve("logs-" + deployment));
    LoadSession worker =
        environment
            .instruments()
            .startWorkers(
                new LoadRequest(
                    context.home().plan(plan.jmx()),
                    context.archive().loadFolder(trial),
                    length,
                    properties(environment, deployment)),
                1);
    environment.instruments().yieldTo(worker);
    Steps steps = new Steps(trial, context);
    environment.warm(worker, steps);
    return new Standing(
        environment,
        worker,
        steps,
        WindowRecorder.open(context, environment, Optional.empty(), WireWatch.Extent.BURSTS));
  }

  private SortedMap<String, String> properties(TestEnvironment environment, int deployment) {
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("arrival", protocol.arrival());
    properties.put("warmup", Integer.toString(protocol.warmupRequests()));
    properties.put("warmupConcurrency", "8");
    properties.put("connections", Integer.toString(protocol.connections()));
    properties.put("unauthenticatedStatus", Integer.toString(environment.claims().withoutToken()));
    double rate = protocol.rate().orElseThrow();
    properties.put("rate", Double.toString(rate));
    properties.put(
        "spinMicros", Long.toString(environment.instruments().spin().sharedBy(1).micros(rate)));
    properties.put("seed", Long.toString(seed + deployment));
    properties.put("repeat", "true");
    return properties;
  }

  private void line(
      String session, int deployment, int round, int position, String arm, Standing one) {
    double at = seconds(start);
    WindowRecorder.Piece window = one.recorder().measure(one.worker(), one.steps());
    LoadResult load = window.load();
    double cpu =
        window.reading().uses().stream()
            .filter(use -> use.part() == Part.APPLICATION || use.part() == Part.DATA_PLANE)
            .mapToDouble(ResourceUse::cpuSeconds)
            .sum();
    double memory =
        window.reading().uses().stream()
            .filter(use -> use.part() == Part.APPLICATION || use.part() == Part.DATA_PLANE)
            .mapToDouble(use -> use.comparedBytes(window.reading().uses()))
            .sum();
    csv.append(
        String.format(
            Locale.ROOT,
            "%s,%d,%d,%d,%s,%.1f,%d,%.4f,%.4f,%.4f,%.4f,%.4f,%.1f,%.4f,%.3f,%.4f%n",
            session,
            deployment,
            round,
            position,
            arm,
            at,
            load.completed(),
            load.allowedResponse().seconds(50) * 1e3,
            load.allowedResponse().seconds(90) * 1e3,
            load.allowedResponse().seconds(99) * 1e3,
            load.allowedResponse().meanSeconds() * 1e3,
            cpu / load.completed() * 1e3,
            memory / (1 << 20),
            window.reading().machine().busy(),
            load.sendLag().seconds(99) * 1e3,
            Objects.requireNonNullElse(window.reading().machine().foreign(), 0.0)));
  }

  private static double seconds(Instant since) {
    return Duration.between(since, Instant.now()).toMillis() / 1e3;
  }
}
