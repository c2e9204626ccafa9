package io.meshgauge.report.html.chart;

import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.ChangeEffect.Slice;
import io.meshgauge.measure.Amounts;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of an arm around its changes, which lie one on another: a bar for each {@link
 * ChangeEffect#SLICE_MICROS} from the begin of a change, good answers below failed ones, mean over
 * the changes; and the time in which the workload was out of service, or a new one was there.
 *
 * @param arm its name
 * @param effects of its changes, at least one
 * @param highest answers in a slice of any arm, so that the pictures of all arms have one scale
 */
public record ChangeChart(String arm, List<ChangeEffect> effects, double highest) {
  private static final int WIDTH = 600;
  private static final int HEIGHT = 170;
  private static final int LEFT = 48;
  private static final int RIGHT = 590;
  private static final int TOP = 18;
  private static final int BOTTOM = 130;
  private static final double SECOND = 1e6;
  private static final double SLICES_PER_SECOND = SECOND / ChangeEffect.SLICE_MICROS;

  /** Answers per second of the mean change, in a slice. */
  private record Bar(double good, double failed) {}

  /** The highest bar of some changes, in answers per second. */
  public static double highest(List<ChangeEffect> effects) {
    return bars(effects).stream().mapToDouble(it -> it.good() + it.failed()).max().orElse(0);
  }

  /** Means over the changes that lasted as long. */
  private static List<Bar> bars(List<ChangeEffect> effects) {
    int length = effects.stream().mapToInt(it -> it.slices().size()).max().orElse(0);
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      int nth = i;
      List<Slice> slices =
          effects.stream()
              .map(ChangeEffect::slices)
              .filter(it -> nth < it.size())
              .map(it -> it.get(nth))
              .toList();
      double per = SLICES_PER_SECOND / slices.size();
      bars.add(
          new Bar(
              per * slices.stream().mapToInt(Slice::good).sum(),
              per * slices.stream().mapToInt(Slice::failed).sum()));
    }
    return bars;
  }

  public String markup() {
    Svg svg = new Svg(WIDTH, HEIGHT, Messages.get("chart.changes", arm, effects.size()));
    List<Bar> bars = bars(effects);
    Axis along = new Axis(0, Math.max(1, bars.size()) / SLICES_PER_SECOND, LEFT, RIGHT);
    Axis up = Axis.around(List.of(highest), BOTTOM, TOP);
    outage(svg, along);
    for (double tick : up.ticks()) {
      svg.line("class=\"grid\"", LEFT, up.place(tick), RIGHT, up.place(tick));
      svg.text("class=\"axis\" text-anchor=\"end\"", LEFT - 6, up.place(tick) + 4, up.label(tick));
    }
    for (int i = 0; i < bars.size(); i++) {
      bar(
          svg,
          along.place(i / SLICES_PER_SECOND),
          along.place((i + 1) / SLICES_PER_SECOND),
          up,
          i,
          bars.get(i));
    }
    for (double tick : along.ticks()) {
      svg.text(
          "class=\"axis\" text-anchor=\"middle\"",
          along.place(tick),
          BOTTOM + 16,
          along.label(tick));
    }
    svg.text(
        "class=\"axis\" text-anchor=\"middle\"",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 33,
        Messages.get("chart.seconds-of-change"));
    return svg.markup();
  }

  /** From the begin until the workload was ready again: the mean, as the bars are. */
  private void outage(Svg svg, Axis along) {
    double seconds =
        effects.stream()
                .map(ChangeEffect::change)
                .mapToLong(it -> it.endMicros() - it.beginMicros())
                .average()
                .orElse(0)
            / SECOND;
    boolean starts = effects.stream().allMatch(it -> !it.change().steps().isEmpty());
    String words =
        Messages.get(starts ? "chart.new-pod" : "chart.out-of-service", Amounts.duration(seconds));
    double end = along.place(Math.min(seconds, along.high()));
    svg.rectangle("class=\"floor\"", LEFT, TOP, end - LEFT, BOTTOM - TOP, words);
    svg.text("class=\"axis\"", LEFT + 3, TOP - 5, words);
  }

  private static void bar(Svg svg, double from, double to, Axis up, int nth, Bar bar) {
    double top = up.place(bar.good());
    String tip =
        Messages.get(
            "chart.answers-in-slice",
            Amounts.fixed(nth / SLICES_PER_SECOND, 1),
            Amounts.digits(bar.good()),
            Amounts.digits(bar.failed()));
    double width = Math.max(0.5, to - from - 0.4);
    if (bar.good() > 0) {
      svg.rectangle("class=\"good-answers\"", from, top, width, BOTTOM - top, tip);
    }
    if (bar.failed() > 0) {
      double above = up.place(bar.good() + bar.failed());
      svg.rectangle("class=\"alarm\"", from, above, width, top - above, tip);
    }
  }
}
