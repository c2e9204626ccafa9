package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.StreamResults;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.Phase;
import java.time.Duration;

/**
 * The recipe for a TCP stream.
 *
 * <p>The warm-up is a short stream of its own, whose result is discarded. So the measured stream is
 * one whole test: its bytes, CPU and counters are of the same seconds.
 */
final class StreamTrial {
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** An iperf3 server does not listen for a moment after a probe. */
  private static final int MAX_ATTEMPTS = 5;

  private StreamTrial() {}

  static StreamWindow drive(
      TrialTemplate template, TestEnvironment environment, RunBuilder ignored) {
    Steps steps = template.steps();
    steps.enter(Phase.WARM_UP);
    warmUp(template, environment);
    // The server restarts its listener after a test, and proxies close its connections.
    steps.pause(Phase.SETTLE);
    steps.enter(Phase.READ_METERS);
    return StreamWindow.measure(
        template, environment, order(template, template.trial().plan().duration()));
  }

  private static void warmUp(TrialTemplate template, TestEnvironment environment) {
    for (int left = MAX_ATTEMPTS; ; left--) {
      try (StreamClient client = environment.instruments().startStream(order(template, WARM_UP))) {
        StreamResults.of(client.send(second -> {}));
        return;
      } catch (ArchiveException e) {
        if (left == 1) {
          throw new LoadException(
              "no stream in %d attempts: %s".formatted(MAX_ATTEMPTS, e.getMessage()), e);
        }
        template.steps().pause(Phase.WARM_UP);
      }
    }
  }

  private static Instruments.StreamOrder order(TrialTemplate template, Duration duration) {
    Trial trial = template.trial();
    return new Instruments.StreamOrder(
        duration, trial.plan().streams(), template.context().archive().loadFolder(trial));
  }
}
