package io.meshgauge.experiment;

import java.util.List;
import java.util.Optional;

/**
 * What was found when the files of a session were compared with the checksums written beside them.
 *
 * @param checked false when some of them have no checksums, because an older version wrote them
 * @param damage files that are not what was written; empty when all are
 */
public record Integrity(boolean checked, List<Damage> damage) {
  /** Nothing is wrong, or nothing was read from files at all. */
  public static final Integrity INTACT = new Integrity(true, List.of());

  public Integrity {
    damage = List.copyOf(damage);
  }

  /** How many runs were left out because a file of theirs is damaged. */
  public int lostRuns() {
    return (int) damage.stream().flatMap(it -> it.run().stream()).distinct().count();
  }

  /**
   * One file that is missing, or is not what was written.
   *
   * @param file its path in the session's folder, with slashes
   * @param words what is wrong with it
   * @param run the folder's name of the run that was left out for it; empty when none was
   */
  public record Damage(String file, String words, Optional<String> run) {}
}
