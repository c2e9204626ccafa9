package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.WorkerLostException;
import io.meshgauge.observer.ObserverException;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.run.session.Progress;
import io.meshgauge.run.session.RunException;
import io.meshgauge.soak.Alarm;
import io.meshgauge.topology.Guarantees;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The recipe of a soak: deploy ▸ prove ▸ warm up, then window after window, each as exactly
 * observed as any other run's and durable when it ends. What breaks is deployed again, and the soak
 * goes on where it was.
 */
public final class SoakTrial {
  /** Legs in a row without a window that end a soak: what broke will not mend. */
  private static final int FRUITLESS = 8;

  /** Windows in a row in which the load was lost, after which something else must be wrong. */
  private static final int MOST_RENEWALS = 3;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(5);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final Trial trial;
  private final SoakEnvironment.Source source;
  private final Progress progress;
  private final Messenger messenger;
  private final Pause pause;
  private final BooleanSupplier ending;
  private final SoakSettings settings;

  /** How one waits. */
  @FunctionalInterface
  public interface Pause {
    /** Waits until a leg may be tried again. */
    void rest(Duration length) throws InterruptedException;
  }

  /** Who is told of alarms. */
  @FunctionalInterface
  public interface Messenger {
    /** Tells of an alarm; never fails. */
    void tell(Trial trial, Alarm alarm);
  }

  /**
   * A soak.
   *
   * @param ending whether the harness is being ended
   */
  public SoakTrial(
      Trial trial,
      SoakEnvironment.Source source,
      Progress progress,
      Messenger messenger,
      Pause pause,
      BooleanSupplier ending) {
    this.trial = trial;
    this.source = source;
    this.progress = progress;
    this.messenger = messenger;
    this.pause = pause;
    this.ending = ending;
    this.settings = SoakSettings.of(trial.plan());
  }

  /** The soak of a trial, on the platform of the session. */
  static SoakTrial on(TrialTemplate template, BooleanSupplier ending) {
    Progress progress = template.context().progress();
    return new SoakTrial(
        template.trial(),
        number -> SoakDeployment.deploy(template, number),
        progress,
        Webhook.of(System.getenv(Webhook.VARIABLE), progress),
        length -> Thread.sleep(length.toMillis()),
        ending);
  }

  /** Carries it out, from where the journal is. */
  public void conduct(SoakJournal journal, Guarantees claims, RunBuilder draft) {
    int fruitless = 0;
    journal.into(draft, claims);
    while (!journal.complete() && !ending.getAsBoolean()) {
      int before = journal.windows();
      leg(journal, claims, draft);
      fruitless = journal.windows() > before ? 0 : fruitless + 1;
      if (fruitless == FRUITLESS) {
        progress.note(
            "%d deployments in a row came to no window; the soak ends here".formatted(fruitless));
        break;
      }
      if (!journal.complete() && !ending.getAsBoolean()) {
        rest(fruitless);
      }
    }
    journal.ended().ifPresent(alarm -> progress.note("The soak was ended by its alarm: " + alarm));
    journal.into(draft, claims);
  }

  /** Windows on one deployment, until all are there or something of it is lost. */
  private void leg(SoakJournal journal, Guarantees claims, RunBuilder draft) {
    int number = journal.nextLeg();
    try (SoakEnvironment bench = source.deploy(number)) {
      journal.deployed(number, bench.probed());
      int renewed = 0;
      while (!journal.complete() && !ending.getAsBoolean()) {
        if (!window(bench, journal, draft.lagLimit())) {
          renewed++;
          if (renewed == MOST_RENEWALS) {
            throw new RunException(
                "the load was lost in %d windows in a row; the arm is deployed again"
                    .formatted(renewed));
          }
          continue;
        }
        renewed = 0;
        journal.into(draft, claims);
        List<String> casualties = bench.casualties();
        if (!casualties.isEmpty()) {
          journal.lost(String.join("; ", casualties));
          return;
        }
      }
    } catch (ObserverException
        | PlatformException
        | LoadException
        | ProbeException
        | RunException
        | ArchiveException e) {
      if (!ending.getAsBoolean()) {
        journal.lost(String.valueOf(e.getMessage()));
      }
    }
  }

  /** Measures a window; false where the load was lost in it and has been started anew. */
  private boolean window(SoakEnvironment bench, SoakJournal journal, Optional<LagLimit> lagLimit) {
    Optional<SoakAct> act = settings.act(journal.windows()).filter(it -> !journal.done(it));
    SoakEnvironment.Measured measured;
    try {
      measured = bench.measure(listener(journal.windows()), act);
    } catch (WorkerLostException e) {
      if (ending.getAsBoolean()) {
        throw e;
      }
      lost(bench, journal, act.filter(it -> it == SoakAct.DROP_WORKER), e);
      return false;
    }
    if (ending.getAsBoolean()) {
      // It was cut short by the end of the harness, and says nothing.
      return false;
    }
    journal
        .keep(measured, broken(measured, lagLimit))
        .forEach(alarm -> messenger.tell(trial, alarm));
    return true;
  }

  /** Starts the load anew that was lost in a window. */
  private static void lost(
      SoakEnvironment bench,
      SoakJournal journal,
      Optional<SoakAct> asked,
      WorkerLostException loss) {
    long since = System.nanoTime();
    if (asked.isEmpty()) {
      journal.lost(String.valueOf(loss.getMessage()));
    }
    bench.renewLoad();
    asked.ifPresent(act -> journal.dropped(act, (System.nanoTime() - since) / 1e9));
  }

  /** The rules that a window breaks; of one that was disturbed on purpose none is asked. */
  private List<Reason> broken(SoakEnvironment.Measured measured, Optional<LagLimit> lagLimit) {
    if (measured.disturbance() != null) {
      return List.of();
    }
    Plan plan = new Plan(trial.plan().name(), settings.window(), trial.plan().properties());
    List<Reason> broken =
        new ArrayList<>(Validity.broken(plan, measured.window().load(), lagLimit));
    Validity.otherWork(measured.window().resources().machine()).ifPresent(broken::add);
    return broken;
  }

  /** The seconds of a window as seconds of the soak. */
  private LoadListener listener(int window) {
    Steps steps = new Steps(trial, progress);
    long length = settings.window().toSeconds();
    return new LoadListener() {
      @Override
      public void second(Second second) {
        if (second.second() < length) {
          steps.second(second.at(Math.toIntExact(window * length + second.second())));
        }
      }
    };
  }

  private void rest(int fruitless) {
    long factor = 1L << Math.min(fruitless, 10);
    Duration wait = FIRST_WAIT.multipliedBy(factor);
    try {
      pause.rest(wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted while a soak waited for its next deployment", e);
    }
  }
}
