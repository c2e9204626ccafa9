package io.meshgauge.config.jmx;

import io.meshgauge.config.jmx.GroupProfile.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The schedule of JMeter's Open Model Thread Group: {@code rate(20/s) random_arrivals(10 s)
 * rate(60/s) pause(5 s)}. Between two rates the rate changes linearly; after the last one it stays.
 */
final class OpenModelSchedule {
  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|(?s)/\\*.*?\\*/");
  private static final Pattern STEP = Pattern.compile("\\s*(\\w+)\\s*\\(([^()]*)\\)\\s*");
  private static final Pattern RATE =
      Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*(?:/\\s*(\\w+))?\\s*");
  private static final Pattern TIME = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*([a-z]+)\\s*");
  private static final Map<String, Double> SECONDS =
      Map.ofEntries(
          Map.entry("ms", 0.001),
          Map.entry("s", 1.0),
          Map.entry("sec", 1.0),
          Map.entry("second", 1.0),
          Map.entry("seconds", 1.0),
          Map.entry("m", 60.0),
          Map.entry("min", 60.0),
          Map.entry("minute", 60.0),
          Map.entry("minutes", 60.0),
          Map.entry("h", 3600.0),
          Map.entry("hour", 3600.0),
          Map.entry("hours", 3600.0),
          Map.entry("d", 86_400.0),
          Map.entry("day", 86_400.0),
          Map.entry("days", 86_400.0));

  private final List<Piece> pieces = new ArrayList<>();

  /** Length of arrivals whose rate at the end is not known yet. */
  private double open;

  private double rate;

  private OpenModelSchedule() {}

  /**
   * The pieces of a schedule.
   *
   * @throws NumberFormatException if it is none
   */
  static List<Piece> parse(String text) {
    OpenModelSchedule schedule = new OpenModelSchedule();
    String rest = COMMENT.matcher(text).replaceAll(" ").strip();
    Matcher step = STEP.matcher(rest);
    int end = 0;
    while (step.find() && step.start() == end) {
      schedule.step(step.group(1), step.group(2));
      end = step.end();
    }
    if (end != rest.length()) {
      throw new NumberFormatException("no schedule: " + text);
    }
    schedule.close(schedule.rate);
    return schedule.pieces;
  }

  private void step(String name, String argument) {
    switch (name) {
      case "rate" -> {
        double next = rate(argument);
        close(next);
        rate = next;
      }
      case "random_arrivals", "even_arrivals" -> {
        close(rate);
        open = seconds(argument);
      }
      case "pause" -> {
        close(rate);
        pieces.add(new Piece(seconds(argument), 0, 0));
      }
      default -> throw new NumberFormatException("unknown step " + name);
    }
  }

  private void close(double until) {
    if (open > 0) {
      pieces.add(new Piece(open, rate, until));
      open = 0;
    }
  }

  private static double rate(String text) {
    Matcher rate = RATE.matcher(text);
    if (!rate.matches()) {
      throw new NumberFormatException("no rate: " + text);
    }
    double per = rate.group(2) == null ? 1 : unit(rate.group(2));
    return Double.parseDouble(rate.group(1)) / per;
  }

  private static double seconds(String text) {
    Matcher part = TIME.matcher(text);
    double sum = 0;
    int end = 0;
    while (part.find() && part.start() == end) {
      sum += Double.parseDouble(part.group(1)) * unit(part.group(2));
      end = part.end();
    }
    if (end == 0 || end != text.length()) {
      throw new NumberFormatException("no time: " + text);
    }
    return sum;
  }

  private static double unit(String name) {
    Double seconds = SECONDS.get(name);
    if (seconds == null) {
      throw new NumberFormatException("no unit: " + name);
    }
    return seconds;
  }
}
