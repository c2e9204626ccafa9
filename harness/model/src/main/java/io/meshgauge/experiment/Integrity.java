package io.meshgauge.experiment;

import java.util.List;
import java.util.Optional;

/**
 * Result of comparing the files of a session with their checksums.
 *
 * @param checked false if some have no checksums because an older version wrote them
 * @param damage files that are not what was written; empty if all are intact
 */
public record Integrity(boolean checked, List<Damage> damage) {
  /** No damage, or no files were read. */
  public static final Integrity INTACT = new Integrity(true, List.of());

  public Integrity {
    damage = List.copyOf(damage);
  }

  /** Number of runs excluded because one of their files is damaged. */
  public int lostRuns() {
    return (int) damage.stream().flatMap(it -> it.run().stream()).distinct().count();
  }

  /**
   * One file that is missing or changed.
   *
   * @param file its path in the folder of the session, with slashes
   * @param problem what is wrong with it
   * @param run folder name of the excluded run; empty if none was excluded
   */
  public record Damage(String file, String problem, Optional<String> run) {}
}
