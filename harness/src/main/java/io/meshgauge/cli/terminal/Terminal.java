package io.meshgauge.cli.terminal;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Properties;

/**
 * Capabilities of the stream that progress is written to.
 *
 * @param live whether a line can be overwritten: an interactive terminal
 * @param colour whether colours are wanted
 * @param unicode whether more than ASCII can be shown
 * @param columns width in characters
 */
public record Terminal(boolean live, boolean colour, boolean unicode, int columns) {
  /** A file, a pipe or a build log. */
  public static final Terminal PLAIN = new Terminal(false, false, true, 100);

  /** Signs of a report, for a terminal that shows ASCII only. */
  private static final Map<String, String> ASCII =
      Map.ofEntries(
          Map.entry("✓", "+"),
          Map.entry("✗", "x"),
          Map.entry("±", "+/-"),
          Map.entry("≈", "~"),
          Map.entry("→", "->"),
          Map.entry("≤", "<="),
          Map.entry("≥", ">="),
          Map.entry("×", "x"),
          Map.entry("–", "-"),
          Map.entry("…", "..."),
          Map.entry("“", "\""),
          Map.entry("”", "\""));

  private static final int NARROWEST = 40;

  /** Text in narrower columns is hard to lay out, in wider ones hard to read. */
  private static final int NARROWEST_TEXT = 80;

  private static final int WIDEST_TEXT = 120;

  /**
   * The terminal of this process. The launcher sets {@code meshgauge.terminal}, because older Java
   * runtimes cannot detect a terminal for a single stream.
   */
  public static Terminal of(Map<String, String> environment, Properties properties) {
    boolean live =
        Boolean.parseBoolean(properties.getProperty("meshgauge.terminal", "false"))
            && !environment.getOrDefault("TERM", "dumb").equals("dumb")
            && !environment.containsKey("CI");
    boolean colour = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean unicode =
        Charset.forName(properties.getProperty("stderr.encoding", Charset.defaultCharset().name()))
            .name()
            .startsWith("UTF");
    return new Terminal(live, colour, unicode, columns(properties));
  }

  private static int columns(Properties properties) {
    try {
      int columns = Integer.parseInt(properties.getProperty("meshgauge.columns", "100").strip());
      return Math.max(NARROWEST, columns);
    } catch (NumberFormatException e) {
      return 100;
    }
  }

  /** Width of paragraphs and tables, 80 to 120. */
  public int columnsOfText() {
    return Math.max(NARROWEST_TEXT, Math.min(WIDEST_TEXT, columns));
  }

  /** A text whose signs the terminal can show. */
  public String shown(String text) {
    if (unicode) {
      return text;
    }
    String shown = text;
    for (Map.Entry<String, String> sign : ASCII.entrySet()) {
      shown = shown.replace(sign.getKey(), sign.getValue());
    }
    return shown;
  }

  /** A text in a colour if colours are enabled; the text must be clear without it. */
  String paint(Colour colourOfText, String text) {
    return colour ? "\u001b[" + colourOfText.code + "m" + text + "\u001b[0m" : text;
  }

  /** Colours that colour-blind readers can distinguish. */
  enum Colour {
    GOOD(34),
    DOUBTFUL(33),
    BAD(31),
    QUIET(2);

    private final int code;

    Colour(int code) {
      this.code = code;
    }
  }
}
