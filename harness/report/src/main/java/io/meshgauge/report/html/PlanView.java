package io.meshgauge.report.html;

import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Amounts;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Arm;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Recovery;
import io.meshgauge.report.Report;
import io.meshgauge.report.cost.RequestPrice;
import io.meshgauge.report.html.chart.Palette;
import io.meshgauge.report.html.chart.PercentilePoint;
import io.meshgauge.report.html.chart.Timeline;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/** The sections of one plan: score, comparison, latency, time, resources, hops. */
record PlanView(Report report, PlanReport plan, Palette palette, int index) {
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9};

  private static final List<Metric> LATENCIES =
      List.of(
          Metric.RESPONSE_P50,
          Metric.RESPONSE_P90,
          Metric.RESPONSE_P95,
          Metric.RESPONSE_P99,
          Metric.RESPONSE_P999,
          Metric.SERVICE_P50,
          Metric.SERVICE_P99,
          Metric.FIRST_BYTE_P50,
          Metric.FIRST_BYTE_P99,
          Metric.DENIED_P50,
          Metric.DENIED_P99);

  /** Pictures of added response time against added cost, the one that is shown first. */
  List<FrontView> fronts() {
    return FrontView.of(plan, palette);
  }

  boolean pictured() {
    return compared() && !fronts().isEmpty();
  }

  /** Whether the first screen has pictures of another plan. */
  boolean later() {
    return index > 0;
  }

  boolean several() {
    return report.plans().size() > 1;
  }

  List<Option> percentiles() {
    return fronts().stream()
        .map(it -> new Option(it.latency(), it.percentile()))
        .distinct()
        .toList();
  }

  List<Option> costs() {
    return fronts().stream().map(it -> new Option(it.cost(), it.across())).distinct().toList();
  }

  String priceWords() {
    return RequestPrice.words(plan);
  }

  boolean priced() {
    return !RequestPrice.of(plan).isEmpty();
  }

  List<PriceRow> prices() {
    return RequestPrice.of(plan).stream()
        .map(
            it ->
                new PriceRow(
                    it.arm(),
                    palette.slot(it.arm()),
                    Amounts.fixed(it.price(), 4),
                    it.addedWords("–")))
        .toList();
  }

  /** Cost of a million requests of an arm. */
  record PriceRow(Arm arm, int slot, String price, String added) {}

  /** One choice among pictures. */
  record Option(Metric metric, String words) {
    String key() {
      return metric.key();
    }
  }

  ScoreView score() {
    return new ScoreView(report, plan, palette);
  }

  ComparisonView comparison() {
    return ComparisonView.withBaseline(report, plan, palette);
  }

  List<ComparisonView> additions() {
    return ComparisonView.additions(report, plan, palette);
  }

  List<ComparisonView> pairs() {
    return ComparisonView.pairs(report, plan, palette);
  }

  List<RecoveryView> recoveries() {
    return plan.recoveries().stream().map(RecoveryView::new).toList();
  }

  boolean hasRecoveries() {
    return !plan.recoveries().isEmpty();
  }

  boolean hasPairs() {
    return !plan.pairs().isEmpty();
  }

  boolean hasAdditions() {
    return !plan.additions().isEmpty();
  }

  ResourceView resources() {
    return new ResourceView(plan);
  }

  List<AttributionView> attributions() {
    return AttributionView.of(plan);
  }

  boolean attributed() {
    return !attributions().isEmpty();
  }

  HopView hops() {
    return HopView.of(plan);
  }

  int beyond() {
    return PercentilePoint.REQUESTS_BEYOND;
  }

  Timeline timeline() {
    return Timeline.of(report, plan);
  }

  List<String> percentileHead() {
    return DoubleStream.of(PERCENTILES).mapToObj(PlanView::percentile).toList();
  }

  /** The curves at the percentiles that are named most, with the range of the runs. */
  List<PercentileRow> percentileRows() {
    return plan.arms().stream()
        .map(arm -> new PercentileRow(arm, palette.slot(arm), PercentilePoint.of(arm, PERCENTILES)))
        .toList();
  }

  private static String percentile(double value) {
    return "p" + (value == Math.rint(value) ? Amounts.fixed(value, 0) : Amounts.fixed(value, 1));
  }

  boolean requests() {
    return !plan.plan().isStream();
  }

  boolean stream() {
    return plan.plan().isStream();
  }

  boolean searched() {
    return plan.plan().kind() == Plan.Kind.CAPACITY;
  }

  boolean soaked() {
    return plan.plan().isSoak();
  }

  boolean compared() {
    return !soaked();
  }

  List<SoakView> soaks() {
    return SoakView.of(plan);
  }

  List<CapacityView> capacities() {
    return CapacityView.of(plan);
  }

  List<String> unjudged() {
    return report.unjudged(plan);
  }

  String responseSource() {
    return source(plan, Metric.RESPONSE_P99);
  }

  String secondsSource() {
    return source(plan, Metric.THROUGHPUT);
  }

  String streamSource() {
    return source(plan, Metric.TCP_THROUGHPUT);
  }

  boolean timed() {
    return !seconds().isEmpty();
  }

  List<String> latencyHead() {
    return LATENCIES.stream().map(PlanView::head).toList();
  }

  private static String head(Metric metric) {
    return switch (metric) {
      case SERVICE_P50, SERVICE_P99 -> Messages.get("view.latency-service", percentile(metric));
      case DENIED_P50, DENIED_P99 -> Messages.get("view.latency-refused", percentile(metric));
      case FIRST_BYTE_P50, FIRST_BYTE_P99 -> metric.title();
      default -> percentile(metric);
    };
  }

  /** The percentile that a metric is, for example {@code p99.9}. */
  static String percentile(Metric metric) {
    String end = metric.key().substring(metric.key().lastIndexOf('_') + 1);
    return end.length() > "p99".length() ? "p99." + end.substring("p99".length()) : end;
  }

  boolean measured() {
    return plan.arms().stream().anyMatch(arm -> !arm.response().isEmpty());
  }

  List<LatencyRow> latencies() {
    List<LatencyRow> rows = new ArrayList<>();
    for (Arm arm : plan.arms()) {
      List<String> cells = new ArrayList<>();
      for (Metric metric : LATENCIES) {
        cells.add(
            plan.summary(arm, metric)
                .map(found -> Amounts.number(metric.unit(), found.median()))
                .orElse("–"));
      }
      boolean empty = arm.response().isEmpty();
      cells.add(empty ? "–" : Amounts.digits(arm.response().maxSeconds() * 1e3));
      cells.add(Long.toString(arm.response().count()));
      rows.add(new LatencyRow(arm, cells));
    }
    return rows;
  }

  List<RunRow> seconds() {
    return report.session().runs().stream()
        .filter(run -> run.trial().plan().name().equals(plan.name()))
        .filter(run -> run.measuredLoad().isPresent() || run.measuredStream().isPresent())
        .map(RunRow::new)
        .toList();
  }

  record PercentileRow(Arm arm, int slot, List<PercentilePoint> points) {
    List<PercentileCell> cells() {
      return points.stream().map(PercentileCell::new).toList();
    }
  }

  record PercentileCell(PercentilePoint point) {
    String value() {
      return point.known() ? Amounts.digits(point.together()) : "–";
    }

    String range() {
      return point.ranged()
          ? Amounts.range(Amounts.digits(point.low()), Amounts.digits(point.high()))
          : "–";
    }
  }

  record LatencyRow(Arm arm, List<String> cells) {}

  /** One known amount that an arm adds to every request, and what was measured of it. */
  record RecoveryView(Recovery found) {

    String arm() {
      return found.arm().label();
    }

    String metric() {
      return found.amount().metric().title();
    }

    String added() {
      return Amounts.text(unit(), found.added());
    }

    String measured() {
      return Amounts.text(unit(), found.difference().absolute());
    }

    String interval() {
      return found
          .difference()
          .interval()
          .map(it -> Amounts.interval(unit(), it.low(), it.high()))
          .orElse("–");
    }

    String recovered() {
      return found
          .recovered()
          .map(it -> it ? Messages.get("report.recovered") : Messages.get("report.not-recovered"))
          .orElseGet(() -> Messages.get("view.no-interval"));
    }

    private Unit unit() {
      return found.amount().metric().unit();
    }
  }

  /** The archive files of a metric, as a pattern over the run folders. */
  static String source(PlanReport plan, Metric metric) {
    Set<String> sources = new TreeSet<>();
    plan.arms().forEach(arm -> arm.source(metric).ifPresent(sources::add));
    return sources.isEmpty() ? Messages.get("view.no-file") : String.join(", ", sources);
  }
}
