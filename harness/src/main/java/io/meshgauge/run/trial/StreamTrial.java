package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.StreamResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.run.instrument.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.SessionContext;
import java.time.Duration;
import java.util.List;

/**
 * The recipe of a trial that sends a TCP stream, between deployment and teardown: prove ▸ warm up ▸
 * settle ▸ measure ▸ drain ▸ collect.
 *
 * <p>The warm-up is a short stream of its own, thrown away; so that what was measured is the whole
 * of one test: its bytes, its CPU and its counters are of the same seconds.
 */
final class StreamTrial {
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** An iperf3 server that was just probed does not listen for a moment. */
  private static final int ATTEMPTS = 5;

  private final SessionContext workshop;
  private final Trial trial;
  private final TestEnvironment stand;
  private final Steps steps;

  StreamTrial(SessionContext workshop, Trial trial, TestEnvironment stand, Steps steps) {
    this.workshop = workshop;
    this.trial = trial;
    this.stand = stand;
    this.steps = steps;
  }

  /** Carries it out; when it fails, the state of the deployment is written down. */
  void conduct(RunBuilder draft) {
    try {
      Prover prover = stand.instruments().prover();
      steps.enter(Phase.PROVE);
      draft.evidence(prover.probe());
      steps.enter(Phase.WARM_UP);
      warmUp();
      // The server listens anew after a test, and proxies let go of its connections.
      steps.pause(Phase.SETTLE);
      steps.enter(Phase.READ_METERS);
      StreamWindow window =
          StreamWindow.measure(workshop, trial, stand, order(plan().duration()), steps, prover);
      steps.enter(Phase.COLLECT);
      workshop.archive().keep(trial, window.files());
      List<Evidence> observed = prover.conclude(window.observation());
      draft.window(window);
      draft.conclude(stand, observed);
    } catch (RuntimeException e) {
      stand.deployment().diagnose();
      throw e;
    }
  }

  private void warmUp() {
    for (int left = ATTEMPTS; ; left--) {
      try (StreamClient client = stand.instruments().startStream(order(WARM_UP))) {
        StreamResults.of(client.send(second -> {}));
        return;
      } catch (ArchiveException e) {
        if (left == 1) {
          throw new LoadException(
              "no stream in %d attempts: %s".formatted(ATTEMPTS, e.getMessage()), e);
        }
        steps.pause(Phase.WARM_UP);
      }
    }
  }

  private Instruments.StreamOrder order(Duration duration) {
    return new Instruments.StreamOrder(
        duration, plan().streams(), workshop.archive().loadFolder(trial));
  }

  private Plan plan() {
    return trial.plan();
  }
}
