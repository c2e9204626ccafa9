package io.meshgauge.measure.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A part of a window in which the load is of one kind: a step, the peaks, or the calm between them.
 * Only whole seconds that lie within it belong to it: one in which two stages meet has answers of
 * both.
 *
 * @param name such as {@code step-1}, {@code calm} or {@code peak}
 * @param spans its times without a pause, in their order, at least one
 */
public record Stage(String name, List<Span> spans) {
  /** Edges are sums of fractions of a window: so near to a whole second, they are that second. */
  private static final double ROUNDING = 1e-6;

  public Stage {
    spans = List.copyOf(spans);
  }

  /**
   * A time without a pause.
   *
   * @param from second of the window at which it begins
   * @param to second at which it ends
   * @param arrivals planned in it
   */
  public record Span(double from, double to, double arrivals) {
    /** The first whole second in it. */
    public int first() {
      return (int) Math.ceil(from - ROUNDING);
    }

    /** The first second after it that is not wholly in it; no less than {@link #first}. */
    public int end() {
      return Math.max(first(), (int) Math.floor(to + ROUNDING));
    }
  }

  /** Stages of spans, in the order in which they begin. */
  public static List<Stage> of(List<Map.Entry<String, Span>> spans) {
    Map<String, List<Span>> byName = new LinkedHashMap<>();
    spans.forEach(
        it -> byName.computeIfAbsent(it.getKey(), key -> new ArrayList<>()).add(it.getValue()));
    return byName.entrySet().stream().map(it -> new Stage(it.getKey(), it.getValue())).toList();
  }

  /** Requests per second that are planned in it, on average. */
  public double rate() {
    double arrivals = spans.stream().mapToDouble(Span::arrivals).sum();
    return arrivals / spans.stream().mapToDouble(span -> span.to() - span.from()).sum();
  }

  /** Whether a second of the window, from 0, lies wholly within it. */
  public boolean holds(int second) {
    return spans.stream().anyMatch(span -> second >= span.first() && second < span.end());
  }

  /**
   * Whether it lasts until the end of the schedule, and a second is after that.
   *
   * @param end of the schedule, in seconds
   */
  public boolean drainsIn(int second, double end) {
    return second >= end - ROUNDING && spans.stream().anyMatch(span -> span.to() >= end - ROUNDING);
  }

  /** The same stage, whose last span is longer by that many seconds. */
  public Stage longer(double seconds) {
    List<Span> longer = new ArrayList<>(spans);
    Span last = longer.remove(longer.size() - 1);
    longer.add(new Span(last.from(), last.to() + seconds, last.arrivals()));
    return new Stage(name, longer);
  }

  /** How many seconds lie wholly within it. */
  public int seconds() {
    return spans.stream().flatMapToInt(it -> IntStream.of(it.end() - it.first())).sum();
  }
}
