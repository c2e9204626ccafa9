package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.experiment.LagLimit;
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
 * The recipe for a soak: deploy ▸ prove ▸ warm up, then one window after another, each observed
 * like that of any other run and durable when it ends. After a failure the arm is deployed again
 * and the soak continues.
 */
public final class SoakTrial {
  /** Consecutive deployments without a window that end a soak. */
  private static final int MAX_FRUITLESS_DEPLOYMENTS = 8;

  /** Consecutive windows with lost load, after which the arm is deployed again. */
  private static final int MAX_LOAD_RENEWALS = 3;

  private static final Duration MIN_RETRY_DELAY = Duration.ofSeconds(5);
  private static final Duration MAX_RETRY_DELAY = Duration.ofMinutes(5);

  private final Trial trial;
  private final SoakEnvironment.Source source;
  private final Progress progress;
  private final Messenger messenger;
  private final Pause pause;
  private final BooleanSupplier ending;
  private final SoakSettings settings;

  /** Waits between deployments. */
  @FunctionalInterface
  public interface Pause {
    void rest(Duration length) throws InterruptedException;
  }

  /** Receives alarms. */
  @FunctionalInterface
  public interface Messenger {
    /** Sends an alarm; never fails. */
    void send(Trial trial, Alarm alarm);
  }

  /**
   * @param ending whether the harness is shutting down
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

  /** Runs the soak, from the state of the journal. */
  public void conduct(SoakJournal journal, Guarantees claims, RunBuilder run) {
    int fruitless = 0;
    journal.addTo(run, claims);
    while (!journal.complete() && !ending.getAsBoolean()) {
      int before = journal.windows();
      deployment(journal, claims, run);
      fruitless = journal.windows() > before ? 0 : fruitless + 1;
      if (fruitless == MAX_FRUITLESS_DEPLOYMENTS) {
        progress.note(
            "%d consecutive deployments produced no measured window; stopping the soak"
                .formatted(fruitless));
        break;
      }
      if (!journal.complete() && !ending.getAsBoolean()) {
        rest(fruitless);
      }
    }
    journal.ended().ifPresent(alarm -> progress.note("The soak was ended by its alarm: " + alarm));
    journal.addTo(run, claims);
  }

  /** Measures windows on one deployment, until all are recorded or something is lost. */
  private void deployment(SoakJournal journal, Guarantees claims, RunBuilder run) {
    int number = journal.nextDeployment();
    try (SoakEnvironment environment = source.deploy(number)) {
      journal.deployed(number, environment.probed());
      int renewed = 0;
      while (!journal.complete() && !ending.getAsBoolean()) {
        if (!window(environment, journal, run.lagLimit())) {
          renewed++;
          if (renewed == MAX_LOAD_RENEWALS) {
            throw new RunException(
                "the load was lost in %d consecutive windows; the arm is deployed again"
                    .formatted(renewed));
          }
          continue;
        }
        renewed = 0;
        journal.addTo(run, claims);
        List<String> endedWorkloads = environment.endedWorkloads();
        if (!endedWorkloads.isEmpty()) {
          journal.lost(String.join("; ", endedWorkloads));
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

  /** Measures a window; false when the load was lost and restarted. */
  private boolean window(
      SoakEnvironment environment, SoakJournal journal, Optional<LagLimit> lagLimit) {
    Optional<SoakAct> act = settings.act(journal.windows()).filter(it -> !journal.done(it));
    SoakEnvironment.Measured measured;
    try {
      measured = environment.measure(listener(journal.windows()), act);
    } catch (WorkerLostException e) {
      if (ending.getAsBoolean()) {
        throw e;
      }
      lost(environment, journal, act.filter(it -> it == SoakAct.DROP_WORKER), e);
      return false;
    }
    if (ending.getAsBoolean()) {
      // The window was cut short by shutdown and is not recorded.
      return false;
    }
    journal
        .keep(measured, broken(measured, lagLimit))
        .forEach(alarm -> messenger.send(trial, alarm));
    return true;
  }

  /** Restarts lost load workers. */
  private static void lost(
      SoakEnvironment environment,
      SoakJournal journal,
      Optional<SoakAct> asked,
      WorkerLostException loss) {
    long since = System.nanoTime();
    if (asked.isEmpty()) {
      journal.lost(String.valueOf(loss.getMessage()));
    }
    environment.renewLoad();
    asked.ifPresent(act -> journal.dropped(act, (System.nanoTime() - since) / 1e9));
  }

  /** Rules that a window breaks; none are checked when a fault was injected. */
  private List<Reason> broken(SoakEnvironment.Measured measured, Optional<LagLimit> lagLimit) {
    if (measured.disturbance() != null) {
      return List.of();
    }
    List<Reason> broken =
        new ArrayList<>(Validity.broken(settings.window(), measured.window().load(), lagLimit));
    Validity.otherWork(measured.window().resources().machine()).ifPresent(broken::add);
    return broken;
  }

  /** Reports the seconds of a window as seconds of the soak. */
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
    Duration wait = MIN_RETRY_DELAY.multipliedBy(factor);
    try {
      pause.rest(wait.compareTo(MAX_RETRY_DELAY) < 0 ? wait : MAX_RETRY_DELAY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted while a soak waited for its next deployment", e);
    }
  }
}
