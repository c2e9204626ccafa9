package io.meshgauge.archive;

import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Integrity.Damage;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.stage.StageResult;
import io.meshgauge.measure.stage.UseSamples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads the folder of a session and compares every file with its checksum first. Damaged files are
 * reported, their runs excluded, the rest kept. For one use.
 */
final class SessionReader {
  private final Path folder;
  private final Optional<Checksums> sums;
  private final List<Damage> damage = new ArrayList<>();
  private final List<Damage> tolerated = new ArrayList<>();
  private boolean checked;

  SessionReader(Path folder) {
    this.folder = folder;
    this.sums = sums(folder, Checksums.FILE, Optional.empty());
    this.checked = sums.isPresent();
  }

  /** The session with its intact runs. */
  Session read() {
    requireIntact(RunArchive.SESSION);
    Session session = Json.read(folder.resolve(RunArchive.SESSION), Session.class);
    List<Run> runs = new ArrayList<>();
    for (String trial : trials()) {
      run(trial).ifPresent(runs::add);
    }
    sums.ifPresent(this::checkSession);
    damage.addAll(tolerated);
    return session.with(runs).with(new Integrity(checked, damage));
  }

  /**
   * Fails if a file of the session is not what was written. A file without a checksum passes: its
   * harness was older, or died while replacing it.
   */
  void requireIntact(String file) {
    checked &= sums.map(it -> it.sums().containsKey(file)).orElse(false);
    sums.filter(it -> it.sums().containsKey(file))
        .flatMap(it -> it.problem(folder, file))
        .ifPresent(
            problem -> {
              throw new ArchiveException(
                  "%s cannot be used: %s. Without it nothing of the session can be judged; take it from a copy of the archive (rules of scoring can be named with --rules instead)"
                      .formatted(folder.resolve(file), problem));
            });
  }

  /** Folder names of all runs, present or listed in the checksums. */
  private SortedSet<String> trials() {
    SortedSet<String> names = new TreeSet<>();
    String prefix = RunArchive.TRIALS + "/";
    String suffix = "/" + Checksums.FILE;
    sums.map(it -> it.sums().keySet().stream())
        .orElse(Stream.empty())
        .filter(it -> it.startsWith(prefix) && it.endsWith(suffix))
        .map(
            it ->
                it.substring(
                    prefix.length(), Math.max(prefix.length(), it.length() - suffix.length())))
        .filter(it -> !it.isEmpty() && it.indexOf('/') < 0)
        .forEach(names::add);
    Path trials = folder.resolve(RunArchive.TRIALS);
    if (Files.isDirectory(trials)) {
      try (Stream<Path> folders = Files.list(trials)) {
        folders
            .filter(trial -> Files.isRegularFile(trial.resolve(RunArchive.RUN)))
            .forEach(trial -> names.add(trial.getFileName().toString()));
      } catch (IOException | UncheckedIOException e) {
        throw new ArchiveException("%s could not be listed: %s".formatted(trials, e), e);
      }
    }
    return names;
  }

  private Optional<Run> run(String trial) {
    Path files = folder.resolve(RunArchive.TRIALS).resolve(trial);
    int before = damage.size();
    check(trial, files);
    if (damage.size() > before) {
      return Optional.empty();
    }
    try {
      Run stored = Json.read(files.resolve(RunArchive.RUN), Run.class);
      return Optional.of(
          stored.with(SoakLog.in(files) ? soak(stored, files) : results(stored, files)));
    } catch (ArchiveException e) {
      damage.add(
          new Damage(
              path(trial, RunArchive.RUN), String.valueOf(e.getMessage()), Optional.of(trial)));
      return Optional.empty();
    }
  }

  /** The results of the load generator, of which there is at most one. */
  private static Run.Results results(Run run, Path files) {
    Path folder = files.resolve(RunArchive.LOAD);
    LoadResult load = LoadResults.in(folder) ? LoadResults.read(folder) : null;
    StreamResult stream = StreamResults.in(folder) ? StreamResults.read(folder) : null;
    List<ChangeEffect> changes = load == null ? List.of() : LoadResults.effects(folder, load);
    List<Measurement> measurements =
        Measurements.of(run.trial().plan(), load, stream, run.observations(), changes);
    measurements.addAll(Measurements.counted(files));
    List<StageResult> stages =
        load == null ? List.of() : LoadResults.stages(folder, samples(files));
    return new Run.Results(load, stream, null, measurements, changes, stages);
  }

  private static UseSamples samples(Path files) {
    Path file = files.resolve(UseSamples.FILE);
    try {
      return Files.isRegularFile(file) ? UseSamples.of(Files.readString(file)) : UseSamples.NONE;
    } catch (IOException | IllegalArgumentException e) {
      throw new ArchiveException(
          "%s cannot be read: %s; expected the samples that a run wrote there"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** The windows of a soak, and their sum. */
  private static Run.Results soak(Run run, Path files) {
    SoakLog.Content soak = SoakLog.read(files, SoakSettings.of(run.trial().plan()).windows());
    LoadResult load =
        soak.totals()
            .load()
            .map(it -> LoadResults.described(files.resolve(RunArchive.LOAD), it))
            .orElse(null);
    List<Measurement> measurements = Measurements.of(load, run.resources(), run.tcp());
    return new Run.Results(load, null, soak.record(), measurements);
  }

  /**
   * Compares the files of a run with its checksums, and the checksum file with that of the session.
   */
  private void check(String trial, Path files) {
    String own = path(trial, Checksums.FILE);
    Optional<Checksums> listed = sums.filter(it -> it.sums().containsKey(own));
    Optional<String> problem = listed.flatMap(it -> it.problem(folder, own));
    if (problem.isPresent()) {
      damage.add(new Damage(own, problem.get(), Optional.of(trial)));
      return;
    }
    int before = damage.size();
    Optional<Checksums> inside = sums(files, own, Optional.of(trial));
    if (inside.isPresent()) {
      compare(trial, files, inside.get());
    } else if (damage.size() > before) {
      return;
    } else if (sums.isPresent() && !SoakLog.in(files)) {
      damage.add(
          new Damage(
              own,
              "it is missing, and is written last: the run was cut short while it was stored",
              Optional.of(trial)));
    } else {
      checked = false;
    }
  }

  private void compare(String trial, Path files, Checksums inside) {
    SortedSet<String> names = new TreeSet<>(inside.sums().keySet());
    names.add(RunArchive.RUN);
    try {
      names.addAll(Checksums.files(files));
    } catch (IOException | UncheckedIOException e) {
      damage.add(new Damage(path(trial, ""), "it could not be listed: " + e, Optional.of(trial)));
    }
    for (String name : names) {
      Optional<String> problem = inside.problem(files, name);
      if (name.equals(SoakLog.FILE)) {
        // Each of its lines has its own checksum; intact lines are kept.
        problem.ifPresent(it -> tolerated.add(new Damage(path(trial, name), it, Optional.empty())));
      } else {
        problem.ifPresent(it -> damage.add(new Damage(path(trial, name), it, Optional.of(trial))));
      }
    }
  }

  /** Files of the session that no run depends on: damage is reported and nothing is excluded. */
  private void checkSession(Checksums all) {
    for (String file : all.sums().keySet()) {
      if (!file.startsWith(RunArchive.TRIALS + "/") && !file.equals(RunArchive.SESSION)) {
        all.problem(folder, file)
            .ifPresent(problem -> damage.add(new Damage(file, problem, Optional.empty())));
      }
    }
  }

  private Optional<Checksums> sums(Path where, String file, Optional<String> trial) {
    try {
      return Checksums.in(where);
    } catch (ArchiveException e) {
      damage.add(new Damage(file, String.valueOf(e.getMessage()), trial));
      return Optional.empty();
    }
  }

  private static String path(String trial, String file) {
    return RunArchive.TRIALS + "/" + trial + "/" + file;
  }
}
