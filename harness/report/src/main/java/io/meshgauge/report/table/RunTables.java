package io.meshgauge.report.table;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.report.Exclusions;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.WithVoid;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.MachineShare;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.table.Cell.Look;
import io.meshgauge.stats.Summary;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Tables of runs, and of those that do not count. */
public final class RunTables {
  private RunTables() {}

  /**
   * Runs with what was measured and why some do not count.
   *
   * @param title of the table
   * @param kinds plans of the session
   */
  public static Table runs(String title, List<Run> runs, List<Plan> kinds) {
    Columns<Run> columns =
        named()
            .text("table.plan", run -> run.trial().plan().name())
            .number("table.block", run -> Integer.toString(run.trial().replicate()))
            .cell("table.outcome", RunTables::outcome);
    if (kinds.stream().anyMatch(plan -> !plan.isStream())) {
      columns
          .value(Cell.of("p50, ms"), run -> value(run, Metric.RESPONSE_P50))
          .value(Cell.of("p99, ms"), run -> value(run, Metric.RESPONSE_P99))
          .value(
              "table.sent",
              run ->
                  load(
                      run,
                      it -> "%s / %s / %s".formatted(it.scheduled(), it.sent(), it.completed())))
          .value(
              "table.send-lag",
              run -> load(run, it -> Amounts.digits(it.sendLag().seconds(99) * 1e3)))
          .value("table.connections", run -> load(run, RunTables::connections));
    }
    if (kinds.stream().anyMatch(Plan::isStream)) {
      columns
          .value(Cell.of("TCP, Gbit/s"), run -> value(run, Metric.TCP_THROUGHPUT))
          .value("table.again-per-gib", run -> value(run, Metric.STREAM_RETRANSMITS));
    }
    return columns
        .number("table.cpu-of-machine", RunTables::busy)
        .number("table.other-and-stolen", RunTables::taken)
        .number("table.tcp-again", RunTables::again)
        .cell("table.folder", run -> Cell.of(run.trial().folder()).as(Look.CODE))
        .notes(run -> run.reasons().stream().map(it -> it.rule() + ": " + it.text()).toList())
        .table(title, "", runs);
  }

  private static Columns<Run> named() {
    return new Columns<Run>()
        .value(Cell.of("#"), run -> Cell.of(run.trial().position()))
        .cell(
            "table.variant",
            run ->
                Cell.of(run.trial().variant().name())
                    .as(run.fidelity() == Fidelity.MODEL ? Look.MODEL : Look.ARM));
  }

  private static Cell outcome(Run run) {
    return Cell.of(ReportText.of(run.outcome())).as(run.valid() ? Look.PLAIN : Look.BAD);
  }

  private static Cell load(Run run, Function<LoadResult, String> text) {
    return Cell.of(run.measuredLoad().map(text));
  }

  private static String connections(LoadResult load) {
    return "%s / %s"
        .formatted(
            load.worker().connectionsOpened(),
            Objects.requireNonNullElse(load.worker().blocked(), Cell.NONE.text()));
  }

  private static Cell value(Run run, Metric metric) {
    return run.value(metric).isPresent()
            && !Quantile.beyondTheData(metric, run.measuredLoad().stream().toList())
        ? Cell.of(Amounts.number(metric.unit(), run.value(metric).getAsDouble()))
        : Cell.NONE;
  }

  private static String busy(Run run) {
    OptionalDouble share = MachineShare.of(run);
    return share.isEmpty() ? Cell.NONE.text() : Math.round(share.getAsDouble() * 100) + " %";
  }

  private static String taken(Run run) {
    MachineUse machine = run.machine();
    return machine == null || machine.foreign() == null
        ? Cell.NONE.text()
        : "%s + %s %%"
            .formatted(
                Amounts.fixed(machine.foreign() * 100, 1),
                Amounts.fixed(machine.stolen() * 100, 1));
  }

  private static String again(Run run) {
    return run.tcp() == null
        ? Cell.NONE.text()
        : Messages.get("report.part", run.tcp().segmentsRetransmitted(), run.tcp().segmentsOut());
  }

  /** The seconds of each measured run of a plan: least, median and most. */
  public static Table seconds(List<Run> runs, boolean stream) {
    Columns<Run> columns =
        named()
            .cell("table.outcome", RunTables::outcome)
            .number(
                "table.seconds",
                run -> Integer.toString(run.seconds().size() + streamed(run).size()));
    if (stream) {
      columns
          .value(Cell.of("Gbit/s"), run -> range(streamed(run), it -> it.bitsPerSecond() / 1e9))
          .value(
              "table.segments-again",
              run -> range(streamed(run), StreamResult.Second::retransmits));
    } else {
      columns
          .value("table.completed-per-second", run -> range(run.seconds(), SecondSample::completed))
          .value(Cell.of("p99, ms"), run -> range(run.seconds(), it -> it.p99Seconds() * 1e3));
    }
    return columns.table(
        Messages.get("table.seconds-table"), Messages.get("table.seconds-table-note"), runs);
  }

  private static List<StreamResult.Second> streamed(Run run) {
    return run.measuredStream().map(StreamResult::seconds).orElse(List.of());
  }

  private static <T> Cell range(List<T> seconds, ToDoubleFunction<T> value) {
    double[] sorted = seconds.stream().mapToDouble(value).sorted().toArray();
    return sorted.length == 0
        ? Cell.NONE
        : Cell.of(
            DoubleStream.of(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1])
                .mapToObj(Amounts::digits)
                .collect(Collectors.joining(" · ")));
  }

  /** Void runs of one plan by arm. */
  public static Table exclusions(PlanReport plan) {
    Exclusions found = plan.exclusions();
    return Columns.ofArms(Exclusions.Row::arm)
        .number("table.started", row -> Integer.toString(row.started()))
        .number(
            "table.first-runs-void",
            row -> Messages.get("report.part", row.firstVoid(), row.first()))
        .number("table.repeated", row -> Integer.toString(row.repeated()))
        .cell("table.void-by-rule", row -> Cell.of(row.rules()).as(Look.PROSE))
        .table(
            Messages.get("table.exclusions", plan.name()),
            Messages.get("table.exclusions-note", Amounts.probability(found.p())),
            found.arms());
  }

  /** Headline differences from the baseline without void runs and with them. */
  public static Table withVoid(PlanReport plan) {
    return Columns.ofArms(WithVoid::arm)
        .text("table.metric", it -> it.metric().title())
        .number("table.without-void", WithVoid::without)
        .number("table.with-void", WithVoid::with)
        .table(
            Messages.get("table.with-and-without-void", plan.name()),
            Messages.get("table.with-and-without-void-note"),
            WithVoid.of(plan));
  }

  /** Medians of the arms that have a measured run that does not count, without it and with it. */
  public static Table excluded(Report report) {
    List<Plan> kinds = report.plans().stream().map(PlanReport::plan).toList();
    boolean requests = kinds.stream().anyMatch(plan -> !plan.isStream());
    Columns<Arm> columns =
        Columns.ofArms((Arm arm) -> arm)
            .text("table.plan", arm -> arm.plan().name())
            .text("table.runs", Arm::outcomes);
    if (requests) {
      medians(columns, "p50", Metric.RESPONSE_P50);
      medians(columns, "p99", Metric.RESPONSE_P99);
    }
    if (kinds.stream().anyMatch(Plan::isStream)) {
      medians(columns, "Gbit/s", Metric.TCP_THROUGHPUT);
    }
    return columns.table(
        Messages.get("table.with-and-without-excluded"),
        Messages.get(requests ? "table.medians-of-requests-note" : "table.medians-note"),
        report.plans().stream()
            .flatMap(plan -> plan.arms().stream())
            .filter(arm -> measured(arm).size() > arm.valid().size())
            .toList());
  }

  private static List<Run> measured(Arm arm) {
    return arm.runs().stream().filter(run -> !run.measurements().isEmpty()).toList();
  }

  private static void medians(Columns<Arm> columns, String name, Metric metric) {
    columns
        .value(Cell.of(Messages.get("table.without", name)), arm -> median(arm.valid(), metric))
        .value(Cell.of(Messages.get("table.with", name)), arm -> median(measured(arm), metric));
  }

  private static Cell median(List<Run> runs, Metric metric) {
    double[] values = runs.stream().flatMapToDouble(run -> run.value(metric).stream()).toArray();
    return values.length == 0
        ? Cell.NONE
        : Cell.of(Amounts.number(metric.unit(), Summary.of(values).median()));
  }
}
