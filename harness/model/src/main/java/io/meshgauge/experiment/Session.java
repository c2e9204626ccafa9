package io.meshgauge.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One execution of an experiment: all its runs, and how to repeat it.
 *
 * @param experiment the definition, with the rate that was used
 * @param started start time
 * @param command the command that repeats it
 * @param environment facts of the machine
 * @param notes sentences about choices made during the session, for example how the rate was found
 * @param planned number of trials in the schedule
 * @param runs executed trials in order
 * @param version of the harness
 * @param calibration of the load generator; empty if the session ended before it
 * @param integrity result of comparing its files with their checksums
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
    // They are files of their own in an archive, which is read after the session.
    runs = runs == null ? List.of() : List.copyOf(runs);
    integrity = integrity == null ? Integrity.INTACT : integrity;
  }

  /** A session without calibration, with intact files or not read from files. */
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
        experiment,
        started,
        command,
        environment,
        notes,
        planned,
        runs,
        version,
        Optional.empty(),
        Integrity.INTACT);
  }

  /** The same session with a calibrated load generator. */
  public Session with(Calibration floor) {
    return with(experiment, notes, planned, runs, Optional.of(floor), integrity);
  }

  /** The same session with other runs. */
  public Session with(List<Run> others) {
    return with(experiment, notes, planned, others, calibration, integrity);
  }

  /** The same session with what was found about its files. */
  public Session with(Integrity found) {
    return with(experiment, notes, planned, runs, calibration, found);
  }

  /** The same session with another number of replicates. */
  public Session replicated(int replicates) {
    Experiment other = experiment.with(experiment.protocol().replicated(replicates));
    int trials = Schedule.of(other).trials().size();
    return with(other, notes, trials, runs, calibration, integrity);
  }

  /** The same session with one more note. */
  public Session noting(String sentence) {
    List<String> more = Stream.concat(notes.stream(), Stream.of(sentence)).toList();
    return with(experiment, more, planned, runs, calibration, integrity);
  }

  private Session with(
      Experiment other,
      List<String> sentences,
      int trials,
      List<Run> others,
      Optional<Calibration> floor,
      Integrity found) {
    return new Session(
        other, started, command, environment, sentences, trials, others, version, floor, found);
  }

  /**
   * The limits of send lag: those fixed before the first trial or, in archives that have none,
   * those derived from the baseline runs.
   */
  public List<LagLimit> lagLimits() {
    List<LagLimit> fixed = calibration.map(Calibration::limits).orElse(List.of());
    List<String> untimed =
        experiment.plans().stream().filter(it -> !it.timesRequests()).map(Plan::name).toList();
    return (fixed.isEmpty() ? LagLimit.derived(this) : fixed)
        .stream().filter(it -> !untimed.contains(it.plan())).toList();
  }

  /**
   * Judges all arms by the same limit of send lag, also in archives of versions with a limit per
   * run. The windows of soaks keep their outcome.
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
    return with(judged);
  }

  /** Number of planned trials with a run; a repeated trial counts once. */
  public int executed() {
    return (int) runs.stream().map(run -> run.trial().at(0)).distinct().count();
  }

  /** Number of planned trials without any run, including damaged ones. */
  public int neverRan() {
    return Math.max(0, planned - executed() - integrity.lostRuns());
  }

  /** Number of runs that repeat an earlier, void one. */
  public int repeats() {
    return runs.size() - executed();
  }

  /** The runs of one variant under one plan, in order, with any outcome. */
  public List<Run> runs(String variant, String plan) {
    return runs.stream()
        .filter(run -> run.trial().variant().name().equals(variant))
        .filter(run -> run.trial().plan().name().equals(plan))
        .toList();
  }
}
