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

  /** Levenshtein distance: insertions, deletions and substitutions. */
  private static int edits(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substituted = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
