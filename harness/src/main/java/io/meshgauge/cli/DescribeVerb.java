package io.meshgauge.cli;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.meshgauge.cli.application.ApplicationText;
import io.meshgauge.cli.application.ObjectsText;
import io.meshgauge.cli.describe.Description;
import io.meshgauge.cli.describe.LimitsText;
import io.meshgauge.cli.help.Names;
import io.meshgauge.cli.terminal.HumanFormat;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Schedule;
import io.meshgauge.experiment.Trial;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.product.Product;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.json.JsonFormat;
import io.meshgauge.run.environment.ServiceGroups;
import io.meshgauge.topology.node.NodePlacement;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The verb {@code describe}: prints the whole plan of an experiment and starts nothing. */
@Command(
    name = "describe",
    description = "Show what an experiment would do: arms, order, rules, duration. Starts nothing.")
final class DescribeVerb implements Callable<Integer> {
  private final CliContext context;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE|PROFILE",
      defaultValue = "istio-mtls",
      completionCandidates = Names.Profiles.class,
      description = "An experiment file, or a profile (see \"list\"). Default: ${DEFAULT-VALUE}.")
  private String name = "";

  @Option(names = "--json", description = "Print JSON, in base units: seconds, bytes, ratios.")
  private boolean json;

  @Mixin private OverrideOptions options = new OverrideOptions();

  DescribeVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Overrides overrides = options.over(context);
    ExperimentFile file =
        Machine.real().fit(context.configuration().fileOrProfile(name, overrides));
    Experiment experiment = file.experiment();
    context.engine().refuseManifests(experiment);
    List<String> expected = context.engine().expected(experiment);
    if (json) {
      context
          .out()
          .print(
              JsonFormat.write(
                  Description.of(
                      experiment, arm -> fidelity(arm, experiment), expected, file.notes())));
      return ExitCode.OK.code();
    }
    PrintStream out = context.out();
    out.printf("Experiment %s on %s%n", experiment.name(), experiment.platform().key());
    arms(experiment);
    new ApplicationText(experiment).print(out);
    new ObjectsText(experiment, context.home(), context.engine().meshes()).print(out);
    protocol(experiment);
    order(experiment);
    LimitsText limits = new LimitsText(out);
    limits.gate(experiment.slos());
    limits.stop(experiment.protocol().stop());
    limits.scoring(file.scoring());
    file.notes().forEach(note -> out.printf("%nnote: %s%n", note));
    out.printf("%nWhat it can find%n");
    expected.forEach(sentence -> out.printf("  %s%n", sentence));
    time(experiment);
    out.printf(
        "%nTo prove it first, in about a minute: ./meshgauge prove %1$s%nTo start it: ./meshgauge run %1$s%2$s%n",
        OverrideOptions.quoted(name), OverrideOptions.typed(overrides));
    return ExitCode.OK.code();
  }

  private void arms(Experiment experiment) {
    context.out().printf("%nArms%n");
    for (Variant arm : experiment.arms()) {
      context
          .out()
          .printf(
              Locale.ROOT,
              "  %-20s mesh %s (%s), policy %s, telemetry %s%s%n",
              arm.name(),
              arm.mesh(),
              fidelity(arm, experiment),
              arm.policy(),
              arm.telemetry(),
              arm.settings().isEmpty() ? "" : ", " + arm.settings());
    }
    if (experiment.onCluster().isPresent()) {
      context
          .out()
          .printf(
              "  nodes: as few calls as possible within a node, unless an arm sets %s; drawn by seed %d,%n"
                  + "    the same for all arms that request the same%n",
              NodePlacement.KEY, experiment.seed());
    }
  }

  private String fidelity(Variant arm, Experiment experiment) {
    return context.engine().meshes().stream()
        .filter(mesh -> mesh.descriptor().key().equals(arm.mesh()))
        .map(mesh -> fidelity(mesh, experiment))
        .findFirst()
        .orElse("unknown");
  }

  private static String fidelity(Product mesh, Experiment experiment) {
    return mesh.descriptor()
        .on(experiment.platform())
        .asFidelity()
        .map(Fidelity::key)
        .orElse("not here");
  }

  private void protocol(Experiment experiment) {
    Protocol protocol = experiment.protocol();
    PrintStream out = context.out();
    out.printf("%nProtocol%n");
    for (Plan plan : experiment.plans()) {
      out.printf(
          "  plan %s, %s%s%n",
          plan.name(),
          windows(experiment, plan),
          plan.isStream() ? ", " + stream(plan) : properties(plan));
      services(experiment, plan);
    }
    if (experiment.hasRate()) {
      requests(protocol);
    }
    experiment.plans().stream()
        .filter(plan -> plan.caveat().isPresent())
        .collect(
            groupingBy(plan -> plan.caveat().orElseThrow(), mapping(Plan::name, joining(", "))))
        .forEach((words, names) -> out.printf("  plan %s: %s%n", names, words));
    for (Plan plan : experiment.plans()) {
      plan.openModel().ifPresent(it -> arrivals(it, plan, protocol));
      conditions(plan);
    }
    out.printf(
        "  %s%s, noise floor %s%n",
        ReportText.count(protocol.replicates(), "replicate"),
        protocol
            .time()
            .map(
                time ->
                    " expected in the time of %s, planned again after each"
                        .formatted(HumanFormat.duration(time)))
            .orElse(""),
        protocol.noiseFloor() ? "measured (A/A)" : "not measured");
  }

  private void conditions(Plan plan) {
    List<String> conditional = plan.own().map(OwnFile::conditional).orElse(List.of());
    if (!conditional.isEmpty()) {
      context
          .out()
          .printf(
              "  plan %s: the plan decides whether it sends: %s%n",
              plan.name(), String.join("; ", conditional));
    }
  }

  /** A plan's own arrivals, and what the experiment makes of them. */
  private void arrivals(OpenModel own, Plan plan, Protocol protocol) {
    String scaled =
        protocol.rateOf(plan).orElse(0) == own.rate()
            ? ""
            : ", scaled to the rate above (its own highest is %s)"
                .formatted(Amounts.digits(own.rate()));
    String stretched =
        plan.duration().equals(own.length())
            ? ""
            : ", stretched over the window (its own length is %s)"
                .formatted(HumanFormat.duration(own.length()));
    context
        .out()
        .printf(
            "  plan %s: an open model of its own, %s (%s)%s%s;%n    each arrival is due at a time that"
                + " is fixed before the first request, and its first request is timed from then%n",
            plan.name(), own.words(), own.arrival(), scaled, stretched);
  }

  private static String windows(Experiment experiment, Plan plan) {
    int windows = experiment.protocol().windowsOf(plan);
    return windows == 1
        ? "window %s; one arm is deployed after the other"
            .formatted(HumanFormat.duration(plan.duration()))
        : String.format(
            Locale.ROOT,
            "%d windows of %.1f s; all arms are deployed at once and measured in turns%s",
            windows,
            experiment.protocol().windowOf(plan).toMillis() / 1e3,
            experiment.onCluster().isPresent()
                ? ", each in a namespace of its own with services of its own (a sidecar is part of its pod), "
                    + "if the cluster has the memory for them; else one after the other"
                : "");
  }

  /** Which arms share the processes of the services. */
  private void services(Experiment experiment, Plan plan) {
    ServiceGroups groups = ServiceGroups.of(experiment, plan);
    for (List<Variant> group : groups.groups()) {
      context
          .out()
          .printf(
              "    started once for all of: %s%n",
              group.stream().map(Variant::name).collect(Collectors.joining(", ")));
    }
    if (groups.groups().isEmpty()) {
      return;
    }
    for (Variant arm : experiment.arms()) {
      if (groups.of(arm).isEmpty()) {
        context
            .out()
            .printf(
                "    services of its own: %s (%s)%n",
                arm.name(),
                ServiceGroups.obstacle(experiment, plan, arm)
                    .orElse("no other arm has the same settings of services"));
      }
    }
  }

  private static String properties(Plan plan) {
    String file = plan.own().map(own -> ", your own JMeter plan " + own.jmx()).orElse("");
    String rate =
        plan.rate()
            .map(
                it ->
                    it.share()
                        ? ", %s %% of the rate below".formatted(Amounts.digits(it.value() * 100))
                        : ", %s requests per second".formatted(Amounts.digits(it.value())))
            .orElse("");
    return rate + file + (plan.properties().isEmpty() ? "" : ", " + plan.properties());
  }

  private static String stream(Plan plan) {
    return "iperf3 sends %s from load to server, as fast as it can"
        .formatted(ReportText.count(plan.streams(), "TCP stream"));
  }

  private void requests(Protocol protocol) {
    String rate =
        protocol.rate().isPresent()
            ? String.format(Locale.ROOT, "%.1f requests per second", protocol.rate().getAsDouble())
            : "found by a capacity probe of the slowest arm, the same for all";
    context.out().printf("  rate %s, %s arrivals, open loop%n", rate, protocol.arrival());
    context
        .out()
        .printf(
            "  %d connections; an arm is warmed up with at most %d requests%n",
            protocol.connections(), protocol.warmupRequests());
    context
        .out()
        .printf(
            Locale.ROOT,
            "  a run is void when its send lag p99 is above %.0f %% of the median of a pilot of the"
                + " lightest arm, measured%n  before the first trial (one limit for all arms), or"
                + " when more than %.0f %% of the machine's CPU time goes to%n  other work;"
                + " where calibration or pilot break that twice, the session is refused%n",
            100 * LagLimit.SHARE,
            100 * MachineUse.MOST_TAKEN);
    protocol
        .sendLag()
        .ifPresent(
            accepted ->
                context
                    .out()
                    .printf(
                        Locale.ROOT,
                        "  a send lag p99 of up to %.3f ms is accepted in any case%n",
                        accepted * 1e3));
  }

  private void order(Experiment experiment) {
    context.out().printf("%nOrder, drawn from seed %d%n", experiment.seed());
    Map<String, List<Trial>> blocks =
        Schedule.of(experiment).trials().stream()
            .collect(
                Collectors.groupingBy(
                    trial -> "replicate %d, %s".formatted(trial.replicate(), trial.plan().name()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    blocks.forEach(
        (block, trials) ->
            context
                .out()
                .printf(
                    "  %s: %s%n",
                    block,
                    trials.stream()
                        .map(trial -> trial.variant().name())
                        .collect(Collectors.joining(", "))));
  }

  /** How long it takes, by its blocks. */
  private void time(Experiment experiment) {
    Forecast forecast = Forecast.of(experiment);
    Protocol protocol = experiment.protocol();
    PrintStream out = context.out();
    out.printf("%nHow long it takes: %s%n", HumanFormat.about(forecast.total()));
    if (!forecast.probe().isZero()) {
      out.printf("  %s to find the rate%n", HumanFormat.about(forecast.probe()));
    }
    if (!forecast.calibration().isZero()) {
      out.printf("  %s to calibrate%n", HumanFormat.about(forecast.calibration()));
    }
    out.printf(
        "  %s of %s under %s, %s each%n",
        ReportText.count(protocol.replicates(), "block"),
        ReportText.count(experiment.armsAtOnce(), "arm"),
        ReportText.count(experiment.plans().size(), "plan"),
        HumanFormat.about(forecast.trials().dividedBy(protocol.replicates())));
    protocol
        .time()
        .ifPresent(
            it ->
                out.printf(
                    "  it may take %s: more blocks if they are faster, at least %d if slower;"
                        + " -Dtime and -Dreplicates change that%n",
                    HumanFormat.duration(it), Protocol.MIN_REPLICATES));
  }
}
