package io.meshgauge.run.trial;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Trial;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.environment.ArmGroup;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * A block whose arms are all deployed at once. Short windows alternate between them in balanced
 * random order, and an arm gets no load while another is measured: what changes slowly on the
 * machine is the same for all arms (decision 50).
 *
 * <p>All windows of a round have the same arrivals, and each round has others. A round in which the
 * window of an arm is void is measured again as a whole, at most once for every two planned rounds;
 * the windows of an arm are one run, which is void if all of them together break a rule.
 */
final class StandingBlock {
  /**
   * The most that idle arms together may use, as a share of the machine's CPU: they are other work
   * to the arm that is measured.
   */
  private static final double MAX_IDLE_SHARE = MachineUse.MOST_TAKEN;

  private static final Duration IDLE_CHECK = Duration.ofSeconds(2);

  private final SessionContext context;
  private final Experiment experiment;
  private final List<StandingArm> arms;

  StandingBlock(SessionContext context, Experiment experiment, List<StandingArm> arms) {
    this.context = context;
    this.experiment = experiment;
    this.arms = new ArrayList<>(arms);
  }

  /** Measures all arms; those that failed have their reason in their run. */
  void run() {
    List<StandingArm> all = List.copyOf(arms);
    try {
      arms.forEach(arm -> context.progress().trialStarted(arm.trial()));
      together(StandingArm::deploy);
      together(StandingArm::startLoad);
      // Not at the same time: compilers that compete with the load of five other arms take twice as
      // long, and the CPU time of a request would fall whenever another arm is done.
      all.stream()
          .sorted(Comparator.comparing(StandingArm::cold).reversed())
          .filter(arms::contains)
          .forEach(arm -> attempt(arm, StandingArm::warm));
      if (arms.stream().anyMatch(StandingArm::cold)) {
        checkIdle();
      }
      together(StandingArm::open);
      rounds();
      context.times().enter(Phase.DRAIN);
      arms.stream().findFirst().ifPresent(StandingArm::drain);
      together(StandingArm::conclude);
      doubtMixed();
    } finally {
      context.times().enter(Phase.TEAR_DOWN);
      arms.clear();
      arms.addAll(all);
      together(StandingArm::close);
    }
  }

  /**
   * Where the proxies of an arm took requests of others, these did not take the path of their own
   * arm: that of any arm which shares the services.
   */
  private void doubtMixed() {
    for (StandingArm found : List.copyOf(arms)) {
      for (StandingArm other : arms) {
        if (found.mixed().isPresent()
            && other.mixed().isEmpty()
            && found.group().equals(other.group())) {
          Evidence evidence = found.mixed().get();
          other
              .run()
              .mixed(
                  new Evidence(
                      evidence.promise(),
                      evidence.subject(),
                      Verdict.MISSING,
                      "no request of this arm at the proxies of others",
                      "requests of some arm at those of %s, %s"
                          .formatted(found.trial().variant().name(), evidence.observed()),
                      evidence.source()));
        }
      }
    }
  }

  private void rounds() {
    Trial first = arms.isEmpty() ? null : arms.get(0).trial();
    if (first == null) {
      return;
    }
    RoundOrder order =
        new RoundOrder(arms.size(), experiment.seedOf(first) * 31 + first.plan().name().hashCode());
    List<StandingArm> numbered = List.copyOf(arms);
    int planned = experiment.protocol().windowsOf(first.plan());
    int repeats = (planned + 1) / 2;
    for (int round = 1; round <= planned; round++) {
      int attempt = 1;
      List<Reason> broken = round(order, numbered);
      while (!broken.isEmpty() && repeats > 0) {
        repeats--;
        context
            .progress()
            .note("Round %d is measured again: %s".formatted(round, broken.get(0).summary()));
        int last = attempt;
        arms.forEach(arm -> arm.discardLatest(last));
        attempt++;
        broken = round(order, numbered);
      }
    }
  }

  /** One window of each arm; returns the rules that were broken. */
  private List<Reason> round(RoundOrder order, List<StandingArm> numbered) {
    List<Reason> broken = new ArrayList<>();
    for (int index : order.next()) {
      StandingArm arm = numbered.get(index);
      if (arms.contains(arm)) {
        attempt(arm, it -> broken.addAll(it.measure()));
      }
    }
    return broken;
  }

  /** An arm that costs CPU without load would change what the others show. */
  private void checkIdle() {
    context.times().enter(Phase.SETTLE);
    List<Instruments.Meter> meters = new ArrayList<>();
    double idle = 0;
    try {
      arms.forEach(arm -> meters.add(arm.meter()));
      Thread.sleep(IDLE_CHECK.toMillis());
      Set<ArmGroup> counted = new HashSet<>();
      for (int i = 0; i < meters.size(); i++) {
        StandingArm arm = arms.get(i);
        boolean first = arm.group().map(counted::add).orElse(true);
        idle += arm.idleCores(meters.get(i), IDLE_CHECK, first);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted while the idle arms were metered", e);
    } finally {
      meters.forEach(Instruments.Meter::close);
    }
    double share = idle / arms.stream().mapToDouble(StandingArm::cores).findFirst().orElse(1);
    String text =
        String.format(
            Locale.ROOT,
            "%d idle arms used %.1f %% of the machine's CPU; at most %.0f %% are allowed",
            arms.size(),
            share * 100,
            MAX_IDLE_SHARE * 100);
    context.progress().note(text);
    if (share > MAX_IDLE_SHARE) {
      arms.forEach(arm -> arm.run().broken(List.of(new Reason("idle-arms", text))));
    }
  }

  /** Does something with all arms at the same time. */
  private void together(Consumer<StandingArm> step) {
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, arms.size()));
    try {
      List<Future<?>> all = new ArrayList<>();
      for (StandingArm arm : List.copyOf(arms)) {
        all.add(threads.submit(() -> attempt(arm, step)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted while arms were prepared together", e);
    } catch (ExecutionException e) {
      throw new RunException("an arm failed: " + e.getCause(), e);
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * An arm that fails is left out of the rest of the block; after one whose application was harmed
   * no other gets load.
   */
  private void attempt(StandingArm arm, Consumer<StandingArm> step) {
    if (!TrialRunner.attempt(arm.run(), () -> step.accept(arm))) {
      synchronized (arms) {
        arms.remove(arm);
        if (arm.run().isStopped()) {
          arms.clear();
        }
      }
      arm.diagnose();
    }
  }

  /**
   * Runs of the arms, in their order. If the stop rule ended one, the others were cut short, which
   * says nothing about them, and only that one is returned.
   */
  static List<Run> runs(List<StandingArm> arms) {
    boolean stopped = arms.stream().anyMatch(arm -> arm.run().isStopped());
    return arms.stream()
        .filter(arm -> !stopped || arm.run().isStopped())
        .map(arm -> arm.run().toRun())
        .toList();
  }
}
