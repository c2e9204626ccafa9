package io.meshgauge.run;

import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.StreamResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rules, fixed before any data, that void a run (methodology rule 3): the load was not the load
 * that was asked for, so that its numbers speak of the instrument and not of the mesh.
 */
public final class Validity {
  /** The least share of the planned window that must have been measured. */
  public static final double WHOLE = 0.95;

  /** The least share of scheduled requests that must be answered. */
  public static final double ACHIEVED = 0.99;

  /** The most CPU the load worker may use, as a share of its cores. */
  public static final double WORKER_CPU = 0.80;

  /** The most send lag p99 may be, as a share of the median response time. */
  public static final double SEND_LAG = 0.10;

  private Validity() {}

  /** The rules a measured window breaks, with numbers and limits; empty when it is sound. */
  public static List<Reason> broken(Plan plan, LoadResult load) {
    List<Reason> reasons = new ArrayList<>();
    double planned = plan.duration().toMillis() / 1000.0;
    if (load.window().seconds() < WHOLE * planned) {
      reasons.add(
          reason(
              "window",
              "the window ended after %.1f s; %.0f s were planned",
              load.window().seconds(),
              planned));
    }
    if (load.achieved() < ACHIEVED) {
      reasons.add(
          reason(
              "achieved-rate",
              "%.2f %% of the scheduled requests were answered; at least %.0f %% are needed",
              load.achieved() * 100,
              ACHIEVED * 100));
    }
    double share = load.cpuSeconds() / (load.allowedCores() * load.window().seconds());
    if (share > WORKER_CPU) {
      reasons.add(
          reason(
              "worker-cpu",
              "the load worker used %.0f %% of its CPU; at most %.0f %% are allowed",
              share * 100,
              WORKER_CPU * 100));
    }
    double lag = load.sendLag().seconds(99);
    double median = load.allowedResponse().seconds(50);
    if (lag > SEND_LAG * median) {
      reasons.add(
          reason(
              "send-lag",
              "send lag p99 was %.3f ms, above %.0f %% of the median response time of %.3f ms",
              lag * 1000,
              SEND_LAG * 100,
              median * 1000));
    }
    return reasons;
  }

  /**
   * The same for a stream, which has no schedule to be late for: the whole window must have been
   * measured, and something must have arrived.
   */
  public static List<Reason> broken(Plan plan, StreamResult stream) {
    List<Reason> reasons = new ArrayList<>();
    double planned = plan.duration().toMillis() / 1000.0;
    if (stream.window().seconds() < WHOLE * planned) {
      reasons.add(
          reason(
              "window",
              "the stream ended after %.1f s; %.0f s were planned",
              stream.window().seconds(),
              planned));
    }
    if (stream.receivedBytes() == 0) {
      reasons.add(reason("nothing-received", "of the stream no byte arrived"));
    }
    return reasons;
  }

  private static Reason reason(String rule, String words, Object... numbers) {
    return new Reason(rule, String.format(Locale.ROOT, words, numbers));
  }
}
