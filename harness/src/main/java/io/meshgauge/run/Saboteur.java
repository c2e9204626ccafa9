package io.meshgauge.run;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.SecondSample;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Does something to an arm in the middle of a window, beside whoever hears of its seconds, and
 * finds out how long it took to mend.
 */
final class Saboteur implements LoadListener, AutoCloseable {
  /** A third of the window tells how it is before, the rest how it mends. */
  private static final int BEFORE = 3;

  /** So many times the usual p99 is as before: of a second there are few requests. */
  private static final double AS_BEFORE = 3;

  private final LoadListener listener;
  private final Deployment deployment;
  private final SoakAct act;
  private final String victim;
  private final int when;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private @Nullable CompletableFuture<Double> back;

  /**
   * A saboteur.
   *
   * @param listener hears of the seconds as well
   * @param turn which of the workloads it is this time
   * @param seconds length of the window
   */
  Saboteur(LoadListener listener, Deployment deployment, SoakAct act, int turn, long seconds) {
    this.listener = listener;
    this.deployment = deployment;
    this.act = act;
    this.when = Math.toIntExact(seconds / BEFORE);
    List<Workload> candidates =
        deployment.workloads(act == SoakAct.KILL_PROXY ? Part.DATA_PLANE : Part.APPLICATION);
    if (candidates.isEmpty()) {
      throw new RunException(
          "%s: the arm has no such part; take the property %s from the plan, or another mesh"
              .formatted(act.words(), act.key()));
    }
    this.victim = candidates.get(turn % candidates.size()).name();
  }

  /** Whom it is done to. */
  String victim() {
    return victim;
  }

  @Override
  public void second(Second second) {
    if (back == null && second.second() + 1 >= when) {
      back = CompletableFuture.supplyAsync(this::strike, thread);
    }
    listener.second(second);
  }

  /** Seconds until the victim is ready again. */
  private double strike() {
    long begun = System.nanoTime();
    deployment.kill(victim);
    return (System.nanoTime() - begun) / 1e9;
  }

  /**
   * What was done and how it mended.
   *
   * @throws PlatformException when the victim did not come back
   */
  Disturbance outcome(LoadResult load) {
    try {
      return new Disturbance(
          act,
          victim,
          when,
          Objects.requireNonNull(back, "the window was shorter than its third").join(),
          recovered(load.seconds(), when),
          load.failed());
    } catch (CompletionException e) {
      throw new PlatformException(
          "%s and did not come back: %s".formatted(act.words(), e.getCause().getMessage()), e);
    }
  }

  /** Seconds from the act to the first from which on all are as those before it; null for never. */
  static @Nullable Integer recovered(List<SecondSample> seconds, int when) {
    double[] before =
        seconds.stream()
            .filter(it -> it.second() < when && it.completed() > 0)
            .mapToDouble(SecondSample::p99Seconds)
            .sorted()
            .toArray();
    double usual = before.length == 0 ? Double.MAX_VALUE : before[before.length / 2];
    Integer since = null;
    for (SecondSample second : seconds) {
      if (second.second() < when) {
        continue;
      }
      boolean well = second.errors() == 0 && second.p99Seconds() <= AS_BEFORE * usual;
      since = well ? (since == null ? Integer.valueOf(second.second() - when) : since) : null;
    }
    return since;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
