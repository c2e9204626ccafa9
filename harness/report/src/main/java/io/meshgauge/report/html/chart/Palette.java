package io.meshgauge.report.html.chart;

import io.meshgauge.attribution.Component;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.use.Part;
import io.meshgauge.report.Report;
import io.meshgauge.report.arm.Arm;
import java.util.List;

/**
 * Colours of the variants: grey for the baseline and its control, then a palette that colour-blind
 * readers can distinguish (after Okabe and Ito). A variant has the same colour in every chart.
 */
public record Palette(List<String> variants) {
  private static final int COLOURS = 6;
  private static final int CONTROL = 7;

  public static Palette of(Report report) {
    return new Palette(
        report.session().experiment().variants().stream()
            .filter(variant -> !variant.isBaseline())
            .map(variant -> variant.name())
            .toList());
  }

  /** The number of the colour, 0 to 7. */
  public int slot(Arm arm) {
    return slot(arm.name());
  }

  /** The number of the colour of a variant, by its name. */
  public int slot(String variant) {
    return switch (variant) {
      case Variant.CONTROL -> CONTROL;
      case Variant.BASELINE -> 0;
      default -> 1 + variants.indexOf(variant) % COLOURS;
    };
  }

  /** The name of the colour of a place where time or CPU is spent. */
  public static String of(Component.Kind kind) {
    return switch (kind) {
      case SERVICE, APPLICATION -> of(Part.APPLICATION);
      case CALLER, DATA_PLANE -> of(Part.DATA_PLANE);
      case BOTH_SIDES, CONTROL_PLANE -> of(Part.CONTROL_PLANE);
      case SERVER, TELEMETRY -> of(Part.TELEMETRY);
      case NETWORK -> "network";
      case LOAD_QUEUE, LOAD, NOT_TIMED, REST -> of(Part.LOAD);
    };
  }

  /** The name of the colour of a part of the system. */
  public static String of(Part part) {
    return switch (part) {
      case APPLICATION -> "app";
      case DATA_PLANE -> "proxy";
      case CONTROL_PLANE -> "control";
      case TELEMETRY -> "telemetry";
      case LOAD -> "load";
    };
  }
}
