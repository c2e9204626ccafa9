package io.meshgauge.report.html.chart;

import io.meshgauge.measure.Amounts;
import java.util.ArrayList;
import java.util.List;

/**
 * Linear scale from values to coordinates of a drawing.
 *
 * @param low value at the left end
 * @param high value at the right end
 * @param left coordinate of the left end
 * @param right coordinate of the right end
 */
public record Axis(double low, double high, double left, double right) {

  /** An axis that covers the values and 0, with a small margin. */
  public static Axis around(List<Double> values, double left, double right) {
    double low = Math.min(0, values.stream().mapToDouble(v -> v).min().orElse(0));
    double high = Math.max(0, values.stream().mapToDouble(v -> v).max().orElse(1));
    if (low == high) {
      high = low + 1;
    }
    double room = (high - low) * 0.06;
    return new Axis(low < 0 ? low - room : low, high + room, left, right);
  }

  public double place(double value) {
    return left + (value - low) / (high - low) * (right - left);
  }

  /** Round values along the axis, about five of them. */
  public List<Double> ticks() {
    double raw = (high - low) / 5;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double step =
        power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step); i * step <= high; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** The number at a tick, with no more digits than the steps need. */
  public String label(double tick) {
    double step = ticks().size() > 1 ? ticks().get(1) - ticks().get(0) : 1;
    int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    return Amounts.fixed(tick, Math.min(decimals, 4));
  }
}
