package io.meshgauge.report.console;

import io.meshgauge.text.NoBreak;
import java.util.ArrayList;
import java.util.List;

/** Breaks sentences into the lines of a terminal. */
public final class TextWrap {
  /** Width of texts that do not depend on the terminal. */
  public static final int COLUMNS = 120;

  private TextWrap() {}

  /**
   * The lines of a sentence, broken between words, and not between a number and its unit or the
   * ends of an interval.
   *
   * @param mark in front of the first line, for example {@code "- "}
   * @param indent of the other lines, in columns
   * @param columns which no line exceeds, unless a word is longer
   */
  public static List<String> lines(String mark, int indent, String sentence, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(mark);
    boolean first = true;
    for (String word : NoBreak.figures(sentence).split(" ", -1)) {
      if (!first && line.length() + 1 + word.length() > columns) {
        lines.add(NoBreak.undone(line.toString()).stripTrailing());
        line.setLength(0);
        line.append(" ".repeat(indent));
        first = true;
      }
      line.append(first ? "" : " ").append(word);
      first = false;
    }
    lines.add(NoBreak.undone(line.toString()).stripTrailing());
    return lines;
  }
}
