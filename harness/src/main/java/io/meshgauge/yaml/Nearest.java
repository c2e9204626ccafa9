package io.meshgauge.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests known names for misspelt ones. */
public final class Nearest {
  private Nearest() {}

  /** The known name with the fewest edits, when these are few for its length. */
  public static Optional<String> to(String word, Collection<String> known) {
    return known.stream()
        .filter(name -> edits(word, name) <= Math.max(1, name.length() / 3))
        .min(Comparator.comparingInt(name -> edits(word, name)));
  }

  /** Advice: write the nearest name, or one of those that exist. */
  public static String advice(String word, Collection<String> known) {
    return to(word, known)
        .map("did you mean \"%s\"?"::formatted)
        .orElse("write one of those, or remove it");
  }

  /**
   * Optimal string alignment distance: insertions, deletions, substitutions, and swaps of
   * neighbouring letters, which are one slip of the fingers.
   */
  private static int edits(String from, String to) {
    int[] beforeLast = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    for (int j = 1; j <= to.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        char one = from.charAt(i - 1);
        char other = to.charAt(j - 1);
        row[j] = Math.min(last[j - 1] + (one == other ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
        boolean swapped = i > 1 && j > 1 && one == to.charAt(j - 2) && other == from.charAt(i - 2);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[to.length()];
  }
}
