package io.meshgauge.run.trial;

import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.use.MachineUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules, fixed before any data, that void a run (methodology rule 3): the load was not the planned
 * load, so the numbers describe the instrument and not the mesh. They check only the load
 * generator, never the server: requests with a late or no response, or without a free connection,
 * count as response time, errors or broken objectives.
 */
public final class Validity {
  /** Minimum measured share of the planned window. */
  public static final double MIN_WINDOW_SHARE = 0.95;

  /** Minimum share of scheduled requests that must be sent. */
  public static final double MIN_SENT_SHARE = 0.99;

  /**
   * Maximum delay of a single request, seconds. A longer delay is a pause of the load worker: it
   * affects few requests but moves their percentiles.
   */
  public static final double MAX_PAUSE_SECONDS = 0.05;

  /** Maximum CPU of the load worker, as a share of its cores. */
  public static final double MAX_WORKER_CPU_SHARE = 0.80;

  /** Name of the rule about other work on the machine. */
  public static final String OTHER_WORK_RULE = "other-work";

  private static final String PAUSE_RULE = "pause";

  /** Rules about when requests are sent; they say nothing where no request is timed. */
  private static final Set<String> LATENESS = Set.of(PAUSE_RULE, LagLimit.RULE);

  private Validity() {}

  /** Rules that a run of a single window breaks. */
  public static List<Reason> broken(Plan plan, LoadResult load, Optional<LagLimit> limit) {
    List<Reason> reasons = broken(plan.duration(), load, limit);
    if (!plan.timesRequests()) {
      reasons.removeIf(it -> LATENESS.contains(it.rule()));
    }
    return reasons;
  }

  /**
   * Rules that a window breaks, with numbers and limits; empty when it is valid.
   *
   * @param length as planned
   * @param limit of send lag, the same for all arms of the session; empty while it is unknown
   */
  public static List<Reason> broken(Duration length, LoadResult load, Optional<LagLimit> limit) {
    List<Reason> reasons = new ArrayList<>();
    double planned = length.toMillis() / 1000.0;
    if (load.seconds() < MIN_WINDOW_SHARE * planned) {
      reasons.add(
          reason(
              "window",
              "the window ended after %.1f s; %.0f s were planned",
              load.seconds(),
              planned));
    }
    if (load.sent() < MIN_SENT_SHARE * load.scheduled()) {
      reasons.add(
          reason(
              "sent-rate",
              "%.2f %% of the scheduled requests were sent; at least %.0f %% are needed",
              100.0 * load.sent() / load.scheduled(),
              MIN_SENT_SHARE * 100));
    }
    double share = load.worker().cpuSeconds() / (load.worker().allowedCores() * load.seconds());
    if (share > MAX_WORKER_CPU_SHARE) {
      reasons.add(
          reason(
              "worker-cpu",
              "the load worker used %.0f %% of its CPU; at most %.0f %% are allowed",
              share * 100,
              MAX_WORKER_CPU_SHARE * 100));
    }
    if (load.sendLag().maxSeconds() > MAX_PAUSE_SECONDS) {
      reasons.add(
          reason(
              PAUSE_RULE,
              "the load worker sent a request %.0f ms too late; at most %.0f ms are allowed",
              load.sendLag().maxSeconds() * 1e3,
              MAX_PAUSE_SECONDS * 1e3));
    }
    limit.flatMap(known -> known.broken(load)).ifPresent(reasons::add);
    return reasons;
  }

  /**
   * Rules that a stream breaks. It has no schedule; the whole window must be measured, and bytes
   * must arrive.
   */
  public static List<Reason> broken(Plan plan, StreamResult stream) {
    List<Reason> reasons = new ArrayList<>();
    double planned = plan.duration().toMillis() / 1000.0;
    if (stream.window().seconds() < MIN_WINDOW_SHARE * planned) {
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
   * The rule about other work on the machine, by CPU time outside of the session and never by a
   * result. Empty when it holds or other work was not measured.
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
            "processes outside of the session used %.1f %% of %s's CPU time and %.1f %% was stolen; at most %.0f %% together are allowed%s",
            foreign * 100,
            machine.nodes() == null ? "the machine" : "node " + machine.nodes().worst(),
            machine.stolen() * 100,
            MachineUse.MOST_TAKEN * 100,
            names));
  }

  private static Reason reason(String rule, String words, Object... numbers) {
    return new Reason(rule, String.format(Locale.ROOT, words, numbers));
  }
}
