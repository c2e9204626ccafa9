package io.meshgauge.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One execution of an experiment: all its runs, and how to repeat it.
 *
 * @param experiment what was asked, with the rate that was used
 * @param started when
 * @param command the one command that repeats it
 * @param environment facts of the machine
 * @param notes sentences about choices made while it ran, for example how the rate was found
 * @param planned how many trials the schedule held
 * @param runs executed trials in order
 * @param version of the harness
 * @param calibration of the load generator; empty when the session ended before it
 * @param integrity what was found when its files were compared with their checksums
 */
public record Session(
    Experiment experiment,
    Instant started,
    String command,
    Environment environment,
    List<String> notes,
    int planned,
    List<Run> runs,
    String version,
    Optional<Calibration> calibration,
    Integrity integrity) {

  public Session {
    notes = List.copyOf(notes);
    runs = List.copyOf(runs);
  }

  /** A session that was not read from files, or from files that are what was written. */
  public Session(
      Experiment experiment,
      Instant started,
      String command,
      Environment environment,
      List<String> notes,
      int planned,
      List<Run> runs,
      String version,
      Optional<Calibration> calibration) {
    this(
        experiment,
        started,
        command,
        environment,
        notes,
        planned,
        runs,
        version,
        calibration,
        Integrity.INTACT);
  }

  /** A session whose load generator has not been calibrated. */
  public Session(
      Experiment experiment,
      Instant started,
      String command,
      Environment environment,
      List<String> notes,
      int planned,
      List<Run> runs,
      String version) {
    this(
        experiment, started, command, environment, notes, planned, runs, version, Optional.empty());
  }

  /** The same session with a calibrated load generator. */
  public Session with(Calibration floor) {
    return new Session(
        experiment,
        started,
        command,
        environment,
        notes,
        planned,
        runs,
        version,
        Optional.of(floor),
        integrity);
  }

  /** The same session with one more note. */
  public Session noting(String sentence) {
    return new Session(
        experiment,
        started,
        command,
        environment,
        Stream.concat(notes.stream(), Stream.of(sentence)).toList(),
        planned,
        runs,
        version,
        calibration,
        integrity);
  }

  /**
   * The limits of send lag that hold for this session: those that were fixed before its first
   * trial, or, of an archive that has none, those derived from its baseline runs.
   */
  public List<LagLimit> lagLimits() {
    List<LagLimit> fixed = calibration.map(Calibration::limits).orElse(List.of());
    return fixed.isEmpty() ? LagLimit.derived(this) : fixed;
  }

  /**
   * This session with the same limit of send lag for all arms, also where its runs were judged by a
   * version that had a limit for each run. A soak's windows stay as they were judged.
   */
  public Session judgedAlike() {
    List<LagLimit> limits = lagLimits();
    List<Run> judged = new ArrayList<>();
    for (Run run : runs) {
      Run by =
          limits.stream()
              .filter(limit -> limit.plan().equals(run.trial().plan().name()))
              .findFirst()
              .map(run::judgedBy)
              .orElse(run);
      boolean counted =
          judged.stream()
              .anyMatch(
                  earlier -> earlier.valid() && earlier.trial().at(0).equals(run.trial().at(0)));
      judged.add(by.valid() && counted ? by.replaced() : by);
    }
    return new Session(
        experiment,
        started,
        command,
        environment,
        notes,
        planned,
        judged,
        version,
        calibration,
        integrity);
  }

  /** How many planned trials have a run; a repeated trial counts once. */
  public int executed() {
    return (int) runs.stream().map(run -> run.trial().at(0)).distinct().count();
  }

  /** How many planned trials have no run at all, not even one whose files are damaged. */
  public int neverRan() {
    return Math.max(0, planned - executed() - integrity.lostRuns());
  }

  /** How many runs repeat an earlier one, which was void. */
  public int repeats() {
    return runs.size() - executed();
  }

  /** The runs of one variant under one plan, in order, whatever their outcome. */
  public List<Run> runs(String variant, String plan) {
    return runs.stream()
        .filter(run -> run.trial().variant().name().equals(variant))
        .filter(run -> run.trial().plan().name().equals(plan))
        .toList();
  }
}
