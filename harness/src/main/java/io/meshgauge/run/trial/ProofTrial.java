package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.evidence.Verification;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.load.LoadSession;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.topology.plane.DataPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proves the promises of an arm with a few slow requests, once or again and again. Counts and bytes
 * do not depend on how busy the machine is; only whether the capture saw each wire does, and a
 * window in which it did not is measured again.
 */
final class ProofTrial {
  /** Windows until every wire was seen. */
  private static final int ATTEMPTS = 3;

  private final TrialTemplate template;
  private final TestEnvironment environment;
  private final RunBuilder run;
  private final Path folder;
  private Set<Place> broken = new LinkedHashSet<>();
  private int windows;

  private ProofTrial(TrialTemplate template, TestEnvironment environment, RunBuilder run) {
    this.template = template;
    this.environment = environment;
    this.run = run;
    this.folder = template.context().archive().loadFolder(template.trial());
  }

  /** The recipe: the window of the last round; what did not hold in an earlier one is kept, too. */
  static MeasuredWindow drive(TrialTemplate template, TestEnvironment environment, RunBuilder run) {
    return new ProofTrial(template, environment, run)
        .rounds(template.experiment().protocol().proof().orElse(Duration.ZERO));
  }

  private MeasuredWindow rounds(Duration watch) {
    LoadSession worker = template.startRepeatedWorkers(environment, folder, Map.of());
    environment.instruments().yieldTo(worker);
    template.warm(environment, worker);
    Instant start = Instant.now();
    MeasuredWindow window = seen(worker);
    while (Duration.between(start, Instant.now()).compareTo(watch) < 0) {
      List<Evidence> round = new ArrayList<>(window.conclude(environment.prover()));
      run.evidence(round.stream().filter(Evidence::unproven).toList());
      List<Evidence> probes = template.prove(environment);
      run.evidence(probes.stream().filter(Evidence::unproven).toList());
      round.addAll(probes);
      alarm(round, Duration.between(start, Instant.now()));
      window = seen(worker);
    }
    return window;
  }

  /** Measures until every wire was seen; the last window stays, whatever it showed. */
  private MeasuredWindow seen(LoadSession worker) {
    for (int attempt = 1; ; attempt++) {
      MeasuredWindow window = template.window(environment, worker);
      if (windows > 0) {
        LoadResults.discardWindow(folder, 1, windows);
      }
      windows++;
      LoadResults.keepWindow(worker.folder(), folder, 1);
      if (attempt == ATTEMPTS || sawAll(window.observation().wire())) {
        return window;
      }
      template
          .context()
          .progress()
          .note("The capture saw nothing of a hop in this window; it is measured again.");
    }
  }

  /** Whether it saw each wire; also where nothing can be captured at all. */
  private boolean sawAll(WireSightings wires) {
    DataPlane plane = environment.deployment().dataPlane();
    return wires.byAddress().isEmpty()
        || Wire.ofReplicas(plane).stream()
            .map(Wire::address)
            .allMatch(
                it ->
                    !wires
                        .at(it)
                        .plus(wires.at(plane.alternates().getOrDefault(it, it)))
                        .isEmpty());
  }

  /** Says what no longer holds since the round before, and what holds again. */
  private void alarm(List<Evidence> round, Duration since) {
    Set<Place> now = new LinkedHashSet<>();
    for (Evidence each : round) {
      if (each.unproven() && now.add(Place.of(each)) && !broken.contains(Place.of(each))) {
        note(since, Verification.sentence(each));
      }
    }
    for (Place place : broken) {
      if (!now.contains(place)) {
        note(
            since,
            "%s of %s holds again".formatted(Verification.words(place.promise()), place.subject()));
      }
    }
    broken = now;
  }

  private void note(Duration since, String text) {
    template.context().progress().note("After %d s: %s".formatted(since.toSeconds(), text));
  }

  /** What was promised, and where. */
  private record Place(Promise promise, String subject) {
    static Place of(Evidence evidence) {
      return new Place(evidence.promise(), evidence.subject());
    }
  }
}
