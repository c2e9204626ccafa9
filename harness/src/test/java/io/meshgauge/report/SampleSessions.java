package io.meshgauge.report;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Slo;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Made-up sessions, from all valid to none valid. */
public final class SampleSessions {
  /** Text that breaks out of HTML, scripts, XML, CSV cells and terminals that do not escape. */
  public static final String HOSTILE =
      "</script><img src=x onerror=alert(1)> & \"quoted\", 'single' ]]> {{x}} =1+1 \u001b[31m\n"
          + " é→ ☃";

  private SampleSessions() {}

  /** Four variants and the control, three replicates, all valid. */
  public static Session fourWay() {
    return session(
        List.of("baseline", "envoy", "istio-plaintext", "istio-mtls"), 3, List.of("steady"));
  }

  /** Two variants and the control, all valid. */
  public static Session replicated(int replicates) {
    return session(List.of("baseline", "istio-mtls"), replicates, List.of("steady"));
  }

  /** The four-way session under two plans. */
  public static Session twoPlans() {
    return session(List.of("baseline", "istio-mtls"), 3, List.of("steady", "stress"));
  }

  /** Three variants whose capacity was searched; one has no latency at 90 %. */
  public static Session capacity() {
    return session(List.of("baseline", "envoy", "istio-mtls"), 3, List.of(Plan.CAPACITY));
  }

  /** Four variants under a TCP stream and nothing else; one run of it ended early. */
  public static Session stream() {
    Session all =
        session(
            List.of("baseline", "envoy", "istio-plaintext", "istio-mtls"), 3, List.of(Plan.TCP));
    return change(
        all,
        run -> is(run, "envoy", 2),
        run ->
            with(
                run,
                Outcome.VOID,
                new Reason("window", "the stream ended after 6.1 s; 20 s were planned")));
  }

  /** Two variants under requests and under a TCP stream. */
  public static Session requestsAndStream() {
    return session(List.of("baseline", "istio-mtls"), 3, List.of("steady", Plan.TCP));
  }

  /** A mesh alone and with a policy, which costs, and with telemetry, which costs nothing. */
  public static Session policies() {
    return session(
        Stream.concat(
                plain(List.of("baseline", "istio-mtls")),
                Stream.of(
                    new Variant("rbac", "istio-mtls", "rbac", "default", new TreeMap<>()),
                    new Variant("traced", "istio-mtls", "none", "tracing-1%", new TreeMap<>())))
            .toList(),
        3,
        List.of("steady"));
  }

  /** Arms of whose ratios studies claim something; mTLS comes before the mesh without it. */
  public static Session claimed() {
    return session(
        List.of(
            Variant.plain("baseline"),
            Variant.plain("istio-mtls"),
            Variant.plain("istio-plaintext"),
            new Variant("attributes", "istio-mtls", "abac", "default", new TreeMap<>()),
            new Variant("roles", "istio-mtls", "rbac", "default", new TreeMap<>()),
            new Variant("traced", "istio-mtls", "none", "tracing-100%", new TreeMap<>())),
        3,
        List.of("steady"));
  }

  /** The baseline alone and with a known delay. */
  public static Session knownAmounts() {
    Variant baseline = Variant.plain("baseline");
    return session(
        List.of(baseline, baseline.with("added-delay", "1ms").named("delay-1ms")),
        3,
        List.of("steady"));
  }

  /** A session with the baseline, sidecars, and further arms. */
  public static Session withArms(Variant... others) {
    return session(
        Stream.concat(plain(List.of("baseline", "istio-mtls")), Stream.of(others)).toList(),
        3,
        List.of("steady"));
  }

  private static Stream<Variant> plain(List<String> meshes) {
    return meshes.stream().map(Variant::plain);
  }

  /** Of the log of the proxy that {@link #troubled} could not start. */
  static final String LAST_LINE = "error initializing configuration";

  /** One void run, one failed run, and a variant whose encryption was not observed. */
  public static Session troubled() {
    Session voided =
        change(
            fourWay(),
            run -> is(run, "envoy", 2),
            run ->
                with(
                    SampleRun.lagging(run, 1300),
                    Outcome.VOID,
                    new Reason(
                        "send-lag", "send lag p99 was 1.3 ms, above 10 % of the p50 (0.54 ms)")));
    Session failed =
        change(
            voided,
            run -> is(run, "istio-plaintext", 3),
            run ->
                failed(
                    run,
                    new Reason(
                        "deploy",
                        "order-proxy ended with exit code 1 after 2.1 s\nLast lines of its log:\n  %s"
                            .formatted(LAST_LINE))));
    return change(
        failed,
        run -> run.trial().variant().name().equals("istio-mtls"),
        SampleSessions::unverified);
  }

  /** Every run failed before it was measured. */
  public static Session nothingValid() {
    return change(
        fourWay(),
        run -> true,
        run -> failed(run, new Reason("deploy", "envoy was not found on PATH")));
  }

  /** One replicate only, so that no interval can be given. */
  public static Session singleReplicate() {
    return session(List.of("baseline", "istio-mtls"), 1, List.of("steady"));
  }

  /** A session that did not measure its noise floor. */
  public static Session withoutControl() {
    Session all = fourWay();
    Experiment asked = all.experiment();
    List<Run> runs = all.runs().stream().filter(run -> !run.trial().variant().isControl()).toList();
    return new Session(
        asked.with(asked.protocol().withoutNoiseFloor()),
        all.started(),
        all.command(),
        all.environment(),
        all.notes(),
        runs.size(),
        runs,
        all.version());
  }

  /** The troubled session with hostile text wherever text comes from outside. */
  public static Session hostile() {
    Session hurt =
        change(
            troubled(),
            run -> true,
            run ->
                new Run(
                    run.trial(),
                    run.outcome(),
                    Stream.concat(
                            run.reasons().stream(),
                            run.valid() ? Stream.of() : Stream.of(new Reason(HOSTILE, HOSTILE)))
                        .toList(),
                    new Run.Setup(
                        run.fidelity(),
                        run.environment(),
                        sorted(run.fairness(), HOSTILE, HOSTILE + run.trial().variant().name())),
                    run.evidence().stream().map(SampleSessions::hostile).toList(),
                    run.observations(),
                    run.results()));
    return new Session(
        hurt.experiment(),
        hurt.started(),
        HOSTILE,
        new Environment(sorted(hurt.environment().facts(), HOSTILE, HOSTILE)),
        List.of(HOSTILE),
        hurt.planned(),
        hurt.runs(),
        HOSTILE);
  }

  /** The same session from a machine with one more core and another kernel. */
  public static Session elsewhere() {
    Session here = fourWay();
    SortedMap<String, String> facts = sorted(here.environment().facts(), "cpu.cores", "3");
    return new Session(
        here.experiment(),
        here.started(),
        here.command(),
        new Environment(sorted(facts, "kernel", "6.12.0")),
        here.notes(),
        here.planned(),
        here.runs(),
        here.version());
  }

  /** A session whose runs are changed where the predicate holds. */
  public static Session change(Session session, Predicate<Run> where, UnaryOperator<Run> how) {
    return session.with(
        session.runs().stream().map(run -> where.test(run) ? how.apply(run) : run).toList());
  }

  private static Session session(List<String> meshes, int replicates, List<String> plans) {
    return session(plain(meshes).toList(), replicates, plans);
  }

  private static Session session(Collection<Variant> variants, int replicates, List<String> plans) {
    Experiment experiment =
        new Experiment(
            "compare",
            PlatformKind.LOCAL,
            List.copyOf(variants),
            plans.stream()
                .map(name -> new Plan(name, Duration.ofSeconds(20), new TreeMap<>()))
                .toList(),
            new Protocol(
                replicates, OptionalDouble.of(SampleRun.RATE), "poisson", 4000, 16, 1, true),
            List.of(new Slo(Metric.RESPONSE_P99, 0.05), new Slo(Metric.ERROR_RATIO, 0.001)),
            20261121L);
    Environment environment = environment();
    List<Run> runs =
        Schedule.of(experiment).trials().stream()
            .map(
                trial ->
                    switch (trial.plan().kind()) {
                      case STREAM -> SampleStream.of(trial, environment);
                      case CAPACITY -> SampleCapacity.of(trial, environment);
                      case REQUESTS, SOAK -> SampleRun.of(trial, environment);
                    })
            .toList();
    Session session =
        new Session(
            experiment,
            Instant.parse("2026-11-21T09:58:00Z"),
            "./meshgauge run experiment.yaml --seed 20261121 --rate 120",
            environment,
            List.of(
                "The rate was found by a capacity probe of istio-mtls: it completed 410 req/s;"
                    + " 120 req/s keeps the machine below half of its CPU."),
            runs.size(),
            runs,
            "0.1.0");
    return session.with(new Calibration(120, 0.00004, 0.00035, 0.00009, 0.11));
  }

  private static Environment environment() {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("cpu.model", "Example CPU @ 2.60 GHz");
    facts.put("cpu.cores", "2");
    facts.put("memory", "8.0 GiB");
    facts.put("kernel", "6.1.0");
    facts.put("java.version", "17.0.15");
    facts.put("envoy.version", "1.36.2");
    facts.put("jmeter.version", "5.6.3");
    facts.put("os", "Debian GNU/Linux 12");
    return new Environment(facts);
  }

  private static boolean is(Run run, String variant, int replicate) {
    return run.trial().variant().name().equals(variant) && run.trial().replicate() == replicate;
  }

  private static Run with(Run run, Outcome outcome, Reason reason) {
    return with(run, outcome, reason, run.evidence());
  }

  private static Run with(Run run, Outcome outcome, Reason reason, List<Evidence> evidence) {
    return new Run(
        run.trial(),
        outcome,
        List.of(reason),
        run.setup(),
        evidence,
        run.observations(),
        run.results());
  }

  private static Run failed(Run run, Reason reason) {
    return new Run(
        run.trial(),
        Outcome.FAILED,
        List.of(reason),
        run.setup(),
        List.of(),
        Run.Observations.NONE,
        Run.Results.NONE);
  }

  private static Run unverified(Run run) {
    List<Evidence> evidence =
        run.evidence().stream().map(seen -> plaintextOn("order → payment", seen)).toList();
    return with(
        run,
        Outcome.UNVERIFIED,
        new Reason("encryption", "bytes on order → payment were readable, expected TLS"),
        evidence);
  }

  /** The run with another value of one metric. */
  public static Run measured(Run run, Measurement other) {
    List<Measurement> measurements = new ArrayList<>(run.measurements());
    measurements.removeIf(it -> it.metric() == other.metric());
    measurements.add(other);
    return run.with(
        new Run.Results(
            run.results().load(), run.results().stream(), run.results().soak(), measurements));
  }

  /** The run without evidence. */
  public static Run unobserved(Run run) {
    return new Run(
        run.trial(),
        Outcome.VALID,
        List.of(),
        run.setup(),
        List.of(),
        run.observations(),
        run.results());
  }

  /** A run with further evidence. */
  public static Run with(Run run, Evidence further) {
    List<Evidence> evidence = new ArrayList<>(run.evidence());
    evidence.add(further);
    return new Run(
        run.trial(),
        run.outcome(),
        run.reasons(),
        run.setup(),
        evidence,
        run.observations(),
        run.results());
  }

  private static Evidence plaintextOn(String subject, Evidence seen) {
    if (!seen.subject().equals(subject) || seen.promise() != Evidence.Promise.ENCRYPTION) {
      return seen;
    }
    return new Evidence(
        seen.promise(),
        subject,
        Verdict.DISPROVEN,
        seen.expected(),
        "plaintext HTTP/2 preface",
        seen.source());
  }

  private static Evidence hostile(Evidence seen) {
    return new Evidence(
        seen.promise(), seen.subject() + HOSTILE, seen.verdict(), HOSTILE, HOSTILE, HOSTILE);
  }

  private static SortedMap<String, String> sorted(
      SortedMap<String, String> facts, String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(facts);
    more.put(name, value);
    return more;
  }
}
