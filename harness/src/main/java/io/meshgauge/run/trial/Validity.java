package io.meshgauge.run.trial;

import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.StreamResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rules, fixed before any data, that void a run (methodology rule 3): the load was not the load
 * that was asked for, so that its numbers speak of the instrument and not of the mesh. They ask
 * what the load generator did and never what the server did: requests that were answered late, or
 * not, or that found no connection free, are response time, errors, or a broken objective.
 */
public final class Validity {
  /** The least share of the planned window that must have been measured. */
  public static final double WHOLE = 0.95;

  /** The least share of scheduled requests that must be sent. */
  public static final double SENT = 0.99;

  /**
   * The most that one request may be sent too late, in seconds: longer is a pause of the load
   * worker, which few requests meet and which moves their percentiles all the same.
   */
  public static final double LONGEST_PAUSE = 0.05;

  /** The most CPU the load worker may use, as a share of its cores. */
  public static final double WORKER_CPU = 0.80;

  /** The name of the rule about other work on the machine. */
  public static final String OTHER_WORK_RULE = "other-work";

  private Validity() {}

  /**
   * The rules a measured window breaks, with numbers and limits; empty when it is sound.
   *
   * @param limit of send lag, the same for all arms of the session; empty where it is not known yet
   */
  public static List<Reason> broken(Plan plan, LoadResult load, Optional<LagLimit> limit) {
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
    if (load.sent() < SENT * load.scheduled()) {
      reasons.add(
          reason(
              "sent-rate",
              "%.2f %% of the scheduled requests were sent; at least %.0f %% are needed",
              100.0 * load.sent() / load.scheduled(),
              SENT * 100));
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
    if (load.sendLag().maxSeconds() > LONGEST_PAUSE) {
      reasons.add(
          reason(
              "pause",
              "the load worker sent a request %.0f ms too late; at most %.0f ms are allowed",
              load.sendLag().maxSeconds() * 1e3,
              LONGEST_PAUSE * 1e3));
    }
    limit.flatMap(known -> known.broken(load)).ifPresent(reasons::add);
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

  /**
   * The rule about other work on the machine: it looks at CPU that was not the session's, never at
   * a result. Empty when it is kept, and where other work was not measured.
   */
  public static Optional<Reason> otherWork(MachineUse machine) {
    if (!machine.overTaken()) {
      return Optional.empty();
    }
    double foreign = machine.foreign() == null ? 0 : machine.foreign();
    String names =
        machine.busiest().isEmpty()
            ? ""
            : "; busiest: "
                + machine.busiest().stream()
                    .map(MachineUse.ProcessUse::words)
                    .collect(Collectors.joining(", "));
    return Optional.of(
        reason(
            OTHER_WORK_RULE,
            "processes outside of the session used %.1f %% of the machine's CPU time and %.1f %% was stolen; at most %.0f %% together are allowed%s",
            foreign * 100,
            machine.stolen() * 100,
            MachineUse.MOST_TAKEN * 100,
            names));
  }

  private static Reason reason(String rule, String words, Object... numbers) {
    return new Reason(rule, String.format(Locale.ROOT, words, numbers));
  }
}
