package io.meshgauge.report.html.chart;

import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Amounts;
import io.meshgauge.report.SoakReport;
import io.meshgauge.soak.Quantity;
import io.meshgauge.soak.Subject;
import io.meshgauge.stats.drift.Series;
import io.meshgauge.text.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One quantity over a soak, a line for each container or part. Drifting lines are named and drawn
 * in the colour of an alarm, in front of the others.
 */
public record SoakChart(SoakReport soak, Quantity quantity, SortedMap<Subject, Series> series) {
  private static final int WIDTH = 600;
  private static final int HEIGHT = 190;
  private static final int LEFT = 48;
  private static final int RIGHT = 470;
  private static final int TOP = 10;
  private static final int BOTTOM = 158;

  /** Most lines whose ends are labelled; more labels would overlap. */
  private static final int NAMED = 6;

  private static final int ROOM = 14;

  /** Room of the name of an event. */
  private static final int EVENT_ROOM = 44;

  /** Most points of a line; more cannot be distinguished. */
  private static final int POINTS = 700;

  /** The chart of a quantity; empty if it has no values. */
  public static Optional<SoakChart> of(SoakReport soak, Quantity quantity) {
    SortedMap<Subject, Series> found = new TreeMap<>();
    soak.analysis()
        .series()
        .forEach(
            (subject, values) -> {
              if (subject.quantity() == quantity && values.size() > 1) {
                found.put(subject, values);
              }
            });
    return found.isEmpty() ? Optional.empty() : Optional.of(new SoakChart(soak, quantity, found));
  }

  /** Heading of the chart. */
  public String caption() {
    String title = quantity.title().substring(0, 1).toUpperCase(Locale.ROOT);
    String unit = Amounts.symbol(quantity.unit());
    return title + quantity.title().substring(1) + (unit.isEmpty() ? "" : ", " + unit);
  }

  public String markup() {
    Svg svg = new Svg(WIDTH, HEIGHT, Messages.get("chart.over-soak", caption()));
    List<Double> all = new ArrayList<>();
    double hours = 0;
    for (Series one : series.values()) {
      for (int i = 0; i < one.size(); i++) {
        all.add(Amounts.scaled(quantity.unit(), one.value(i)));
        hours = Math.max(hours, one.hours(i));
      }
    }
    Axis up = Axis.around(all, BOTTOM, TOP);
    Axis along = new Axis(0, Math.max(hours * 60, 1e-3), LEFT, RIGHT);
    grid(svg, up, along);
    events(svg, along);
    lines(svg, up, along);
    return svg.markup();
  }

  private static void grid(Svg svg, Axis up, Axis along) {
    for (double tick : up.ticks()) {
      svg.line("class=\"grid\"", LEFT, up.place(tick), RIGHT, up.place(tick));
      svg.text("class=\"axis\" text-anchor=\"end\"", LEFT - 6, up.place(tick) + 4, up.label(tick));
    }
    for (double tick : along.ticks()) {
      svg.text(
          "class=\"axis\" text-anchor=\"middle\"",
          along.place(tick),
          BOTTOM + 18,
          Messages.get("chart.minutes", along.label(tick)));
    }
  }

  /** Void windows and gaps as bands, faults and losses as strokes, named where there is room. */
  private void events(Svg svg, Axis along) {
    Instant start = soak.record().windows().get(0).window().start();
    for (SoakWindow window : soak.record().windows()) {
      if (!window.broken().isEmpty()) {
        voided(svg, along, minutes(start, window.window().start()), window);
      }
    }
    double last = Double.NEGATIVE_INFINITY;
    for (SoakEvent event : soak.record().events()) {
      double minutes = minutes(start, event.at());
      if (minutes <= 0 || minutes > along.high()) {
        continue;
      }
      double from = along.place(minutes);
      double to = along.place(Math.min(along.high(), minutes + event.seconds() / 60));
      svg.rectangle(
          event.kind() == SoakEvent.Kind.ALARM ? "class=\"alarm\"" : "class=\"floor\"",
          from,
          TOP,
          Math.max(1.5, to - from),
          BOTTOM - TOP,
          "%s: %s".formatted(name(event), event.text()));
      if (from - last >= EVENT_ROOM) {
        svg.text("class=\"axis\"", from + 3, TOP + 9, name(event));
        last = from;
      }
    }
  }

  private static void voided(Svg svg, Axis along, double minutes, SoakWindow window) {
    double from = along.place(Math.min(along.high(), minutes));
    double to = along.place(Math.min(along.high(), minutes + window.window().seconds() / 60));
    String why =
        window.broken().stream()
            .map(reason -> reason.rule() + ": " + reason.summary())
            .collect(Collectors.joining("; "));
    svg.rectangle(
        "class=\"void\"",
        from,
        TOP,
        Math.max(1.5, to - from),
        BOTTOM - TOP,
        Messages.get("chart.void-window", why));
  }

  private static double minutes(Instant start, Instant at) {
    return Duration.between(start, at).toMillis() / 60_000.0;
  }

  private static String name(SoakEvent event) {
    return event.kind() == SoakEvent.Kind.DONE ? Messages.get("chart.fault") : event.kind().title();
  }

  private void lines(Svg svg, Axis up, Axis along) {
    List<Map.Entry<Subject, Series>> order = new ArrayList<>(series.entrySet());
    order.sort(
        Comparator.comparing(
            (Map.Entry<Subject, Series> it) -> soak.analysis().drifted(it.getKey())));
    SortedMap<Double, Subject> ends = new TreeMap<>();
    for (Map.Entry<Subject, Series> one : order) {
      boolean drifted = soak.analysis().drifted(one.getKey());
      Series thinned = one.getValue().inBlocks(POINTS);
      double[] x = new double[thinned.size()];
      double[] y = new double[thinned.size()];
      for (int i = 0; i < x.length; i++) {
        x[i] = along.place(thinned.hours(i) * 60);
        y[i] = up.place(Amounts.scaled(quantity.unit(), thinned.value(i)));
      }
      svg.polyline(drifted ? "class=\"drift\"" : "class=\"steady\"", x, y, one.getKey().title());
      ends.put(y[y.length - 1] + ends.size() * 1e-6, one.getKey());
    }
    names(svg, ends);
  }

  /** Labels at the ends of lines; drifting lines first if there is no room for all. */
  private void names(Svg svg, SortedMap<Double, Subject> ends) {
    double last = Double.NEGATIVE_INFINITY;
    for (Map.Entry<Double, Subject> end : ends.entrySet()) {
      boolean drifted = soak.analysis().drifted(end.getValue());
      if (!drifted && (ends.size() > NAMED || end.getKey() - last < ROOM)) {
        continue;
      }
      last = Math.max(end.getKey(), last + ROOM);
      svg.text(
          drifted ? "class=\"soft strong\"" : "class=\"soft\"",
          RIGHT + 8,
          last + 4,
          end.getValue().of());
    }
  }
}
