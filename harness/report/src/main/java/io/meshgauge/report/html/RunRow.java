package io.meshgauge.report.html;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.LoadResult.SecondSample;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.report.MachineShare;
import io.meshgauge.report.ReportText;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** One run as a row of the table of runs, and of the table of its seconds. */
record RunRow(Run run) {

  boolean model() {
    return run.fidelity() == Fidelity.MODEL;
  }

  String outcome() {
    return ReportText.of(run.outcome());
  }

  String p50() {
    return value(Metric.RESPONSE_P50);
  }

  String p99() {
    return value(Metric.RESPONSE_P99);
  }

  String throughput() {
    return value(Metric.TCP_THROUGHPUT);
  }

  String again() {
    return value(Metric.STREAM_RETRANSMITS);
  }

  String sent() {
    return load(load -> "%s / %s / %s".formatted(load.scheduled(), load.sent(), load.completed()));
  }

  String lag() {
    return load(load -> Amounts.digits(load.sendLag().seconds(99) * 1e3));
  }

  String connections() {
    return load(
        load ->
            "%s / %s"
                .formatted(
                    load.worker().connectionsOpened(),
                    Objects.requireNonNullElse(load.worker().blocked(), "–")));
  }

  boolean hasReasons() {
    return !run.reasons().isEmpty();
  }

  int length() {
    return run.seconds().size() + stream().size();
  }

  String secondsThroughput() {
    return range(stream(), second -> second.bitsPerSecond() / 1e9);
  }

  String secondsAgain() {
    return range(stream(), StreamResult.Second::retransmits);
  }

  String secondsCompleted() {
    return range(run.seconds(), SecondSample::completed);
  }

  String secondsP99() {
    return range(run.seconds(), second -> second.p99Seconds() * 1e3);
  }

  private List<StreamResult.Second> stream() {
    return run.measuredStream().map(StreamResult::seconds).orElse(List.of());
  }

  /** Least, median and most of the seconds of a window. */
  private static <T> String range(List<T> seconds, ToDoubleFunction<T> value) {
    if (seconds.isEmpty()) {
      return "–";
    }
    double[] sorted = seconds.stream().mapToDouble(value).sorted().toArray();
    return DoubleStream.of(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1])
        .mapToObj(Amounts::digits)
        .reduce((a, b) -> a + " · " + b)
        .orElseThrow();
  }

  private String load(Function<LoadResult, String> text) {
    return run.measuredLoad().map(text).orElse("–");
  }

  private String value(Metric metric) {
    return run.value(metric).isPresent()
            && !Quantile.beyondTheData(metric, run.measuredLoad().stream().toList())
        ? Amounts.number(metric.unit(), run.value(metric).getAsDouble())
        : "–";
  }

  String busy() {
    OptionalDouble share = MachineShare.of(run);
    return share.isEmpty() ? "–" : Math.round(share.getAsDouble() * 100) + " %";
  }

  String taken() {
    MachineUse machine = run.machine();
    return machine == null || machine.foreign() == null
        ? "–"
        : "%s + %s %%"
            .formatted(
                Amounts.fixed(machine.foreign() * 100, 1),
                Amounts.fixed(machine.stolen() * 100, 1));
  }

  String tcp() {
    return run.tcp() == null
        ? "–"
        : Messages.get("report.part", run.tcp().segmentsRetransmitted(), run.tcp().segmentsOut());
  }
}
