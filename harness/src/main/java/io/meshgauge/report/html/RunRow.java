package io.meshgauge.report.html;

import static java.util.Map.entry;

import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Quantile;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.report.MachineShare;
import io.meshgauge.report.Words;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** One run as a row of a table. */
record RunRow(Run run) {

  Map<String, Object> model() {
    return Map.ofEntries(
        entry("position", run.trial().position()),
        entry("replicate", run.trial().replicate()),
        entry("variant", run.trial().variant().name()),
        entry("model", run.fidelity() == Fidelity.MODEL),
        entry("plan", run.trial().plan().name()),
        entry("outcome", Words.of(run.outcome())),
        entry("valid", run.valid()),
        entry("p50", value(Metric.RESPONSE_P50)),
        entry("p99", value(Metric.RESPONSE_P99)),
        entry("sent", run.measuredLoad().map(RunRow::sent).orElse("–")),
        entry("lag", run.measuredLoad().map(RunRow::lag).orElse("–")),
        entry("connections", run.measuredLoad().map(RunRow::connections).orElse("–")),
        entry("throughput", value(Metric.TCP_THROUGHPUT)),
        entry("again", value(Metric.STREAM_RETRANSMITS)),
        entry("busy", busy()),
        entry("taken", taken()),
        entry("tcp", tcp()),
        entry("reasons", run.reasons()),
        entry("hasReasons", !run.reasons().isEmpty()),
        entry("folder", run.trial().folder()));
  }

  Map<String, Object> seconds() {
    List<SecondSample> seconds = run.seconds();
    List<StreamResult.Second> stream =
        run.measuredStream().map(StreamResult::seconds).orElse(List.of());
    return Map.ofEntries(
        entry("position", run.trial().position()),
        entry("variant", run.trial().variant().name()),
        entry("model", run.fidelity() == Fidelity.MODEL),
        entry("outcome", Words.of(run.outcome())),
        entry("valid", run.valid()),
        entry("length", seconds.size() + stream.size()),
        entry("throughput", range(stream, second -> second.bitsPerSecond() / 1e9)),
        entry("again", range(stream, StreamResult.Second::retransmits)),
        entry("completed", range(seconds, SecondSample::completed)),
        entry("p99", range(seconds, second -> second.p99Seconds() * 1e3)));
  }

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

  private String value(Metric metric) {
    return run.value(metric).isPresent()
            && !Quantile.beyondTheData(metric, run.measuredLoad().stream().toList())
        ? Amounts.number(metric.unit(), run.value(metric).getAsDouble())
        : "–";
  }

  private static String sent(LoadResult load) {
    return "%s / %s / %s".formatted(load.scheduled(), load.sent(), load.completed());
  }

  private static String lag(LoadResult load) {
    return Amounts.digits(load.sendLag().seconds(99) * 1e3);
  }

  private static String connections(LoadResult load) {
    Long blocked = load.blocked();
    return "%s / %s".formatted(load.connectionsOpened(), blocked == null ? "–" : blocked);
  }

  private String busy() {
    OptionalDouble share = MachineShare.of(run);
    return share.isEmpty() ? "–" : Math.round(share.getAsDouble() * 100) + " %";
  }

  private String taken() {
    MachineUse machine = run.machine();
    return machine == null || machine.foreign() == null
        ? "–"
        : "%s + %s %%"
            .formatted(
                Amounts.fixed(machine.foreign() * 100, 1),
                Amounts.fixed(machine.stolen() * 100, 1));
  }

  private String tcp() {
    return run.tcp() == null
        ? "–"
        : "%s of %s".formatted(run.tcp().segmentsRetransmitted(), run.tcp().segmentsOut());
  }
}
