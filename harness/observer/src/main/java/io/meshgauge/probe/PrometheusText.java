package io.meshgauge.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The text format in which Prometheus reads metrics (version 0.0.4).
 *
 * <p>Strict: a line that is neither a comment nor a sample is an error that names it, since a
 * counter that is overlooked would pass for zero. Exemplars behind the value are allowed and left
 * out.
 */
public final class PrometheusText {
  private final String line;
  private final int number;
  private int at;

  private PrometheusText(String line, int number) {
    this.line = line;
    this.number = number;
  }

  /**
   * The samples of a page, in its order.
   *
   * @throws ProbeException naming the first line that is not understood
   */
  public static List<Sample> parse(String text) {
    List<Sample> samples = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      String stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        samples.add(new PrometheusText(stripped, number).sample());
      }
    }
    return samples;
  }

  private Sample sample() {
    String name = name(true);
    SortedMap<String, String> labels = new TreeMap<>();
    skipBlanks();
    if (peek() == '{') {
      at++;
      readLabels(labels);
    }
    skipBlanks();
    int start = at;
    while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    double value = value(line.substring(start, at));
    String rest = line.substring(at).strip();
    if (!rest.isEmpty() && !rest.matches("-?[0-9]+(\\.[0-9]+)?( *#.*)?|#.*")) {
      throw wrong("a time stamp or nothing behind the value");
    }
    return new Sample(name, labels, value, epochMillis(rest));
  }

  private static OptionalLong epochMillis(String rest) {
    String stamp = rest.replaceFirst("#.*", "").strip();
    return stamp.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(Double.parseDouble(stamp)));
  }

  private void readLabels(SortedMap<String, String> labels) {
    while (true) {
      skipBlanks();
      if (peek() == '}') {
        at++;
        return;
      }
      String label = name(false);
      skipBlanks();
      require('=');
      skipBlanks();
      require('"');
      if (labels.put(label, quoted()) != null) {
        throw wrong("each label once, and found '" + label + "' again");
      }
      skipBlanks();
      if (peek() == ',') {
        at++;
      } else if (peek() != '}') {
        throw wrong("',' or '}' behind a label");
      }
    }
  }

  private String name(boolean ofMetric) {
    int start = at;
    while (at < line.length() && isNamePart(line.charAt(at), ofMetric, at == start)) {
      at++;
    }
    if (at == start) {
      throw wrong(ofMetric ? "the name of a metric" : "the name of a label");
    }
    return line.substring(start, at);
  }

  private static boolean isNamePart(char c, boolean ofMetric, boolean first) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return letter || (ofMetric && c == ':') || (!first && c >= '0' && c <= '9');
  }

  private String quoted() {
    StringBuilder text = new StringBuilder();
    while (peek() != '"') {
      char c = line.charAt(at++);
      text.append(c == '\\' ? escaped() : c);
    }
    at++;
    return text.toString();
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case 'n' -> '\n';
      case '\\', '"' -> c;
      default -> throw wrong("\\\\, \\\" or \\n as an escape");
    };
  }

  private double value(String text) {
    return switch (text) {
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      case "NaN" -> Double.NaN;
      default -> {
        if (!text.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?")) {
          throw wrong("a number");
        }
        yield Double.parseDouble(text);
      }
    };
  }

  private void skipBlanks() {
    while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
  }

  private void require(char c) {
    if (peek() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  private char peek() {
    if (at >= line.length()) {
      throw wrong("more");
    }
    return line.charAt(at);
  }

  private ProbeException wrong(String expected) {
    return new ProbeException(
        "Prometheus text, line %d, column %d: expected %s: '%s'"
            .formatted(number, at + 1, expected, line));
  }
}
