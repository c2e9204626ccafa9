package io.meshgauge.yaml;

import java.util.Comparator;

/**
 * A position in a file, a built-in profile or the command line.
 *
 * @param source a file, {@code profile NAME}, or {@code -DNAME}
 * @param line from 1, or 0 when the source has no lines
 * @param column from 1, or 0
 */
public record Place(String source, int line, int column) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing((Place place) -> place.source.startsWith("-D"))
          .thenComparing(Place::source)
          .thenComparingInt(Place::line)
          .thenComparingInt(Place::column);

  /** The whole source. */
  public static Place of(String source) {
    return new Place(source, 0, 0);
  }

  /** Files first, line by line; overrides of the command line last. */
  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  /** {@code file:line:column}, as editors understand it. */
  @Override
  public String toString() {
    return line == 0 ? source : "%s:%d:%d".formatted(source, line, column);
  }
}
