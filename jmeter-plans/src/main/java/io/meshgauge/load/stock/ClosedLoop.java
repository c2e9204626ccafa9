package io.meshgauge.load.stock;

import io.meshgauge.load.course.Opening;
import io.meshgauge.load.course.RunController;
import io.meshgauge.load.course.Window;
import io.meshgauge.load.record.JtlFile;
import io.meshgauge.load.record.LoopFacts;
import io.meshgauge.load.record.Recording;
import io.meshgauge.load.record.RunFiles;
import io.meshgauge.load.record.SampleKind;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jorphan.util.JMeterStopThreadException;
import org.jspecify.annotations.Nullable;

/**
 * One run of a user's plan as it is: its own thread groups send, as fast as responses and timers
 * let them. Warm-up, then windows; between them the threads wait at a {@link Gate}. A window
 * records every request that begins in it, and waits for the last of them: counting only those that
 * also end in it would leave out the slowest.
 */
public final class ClosedLoop {
  private static final long PROGRESS_MILLIS = 250;
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long MAX_LEAD_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** How long requests under way at the end of a phase may take. */
  private static final long DRAIN_MILLIS = 60_000;

  /** How long post-processors and assertions of the last samples may take. */
  private static final long RECORD_MILLIS = 2_000;

  private static final long END_MILLIS = 10_000;

  private final StockPlan plan;
  private final LoopSettings settings;
  private final RunController controller;
  private final Gate gate = new Gate();
  private final Destination destination;
  private final LongAdder requests = new LongAdder();
  private final LongAdder failedRequests = new LongAdder();
  private final CountDownLatch planEnded = new CountDownLatch(1);
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile @Nullable Recording recording;
  private volatile @Nullable JtlFile jtl;
  private volatile long windowStartMillis;
  private volatile boolean stopped;
  private volatile boolean reported;

  /**
   * Prepares a run.
   *
   * @param plan the plan, already adapted
   * @param destination the only address that may be loaded
   */
  public ClosedLoop(
      StockPlan plan, LoopSettings settings, Destination destination, RunController controller) {
    this.plan = plan;
    this.settings = settings;
    this.destination = destination;
    this.controller = controller;
    plan.add(new LoopProbe(this, destination));
  }

  /** Whether a run was stopped on request before it reported the end of its only window. */
  public boolean endedUnreported() {
    return stopped && !reported && !settings.repeated();
  }

  /** Ends the run; a window that is open ends now. */
  public void stop() {
    stopped = true;
    gate.close();
  }

  /**
   * Runs warm-up and windows to their end, in the calling thread.
   *
   * @param engine the engine of the adapted plan
   */
  public void run(StandardJMeterEngine engine) {
    try {
      if (controller.awaitWarm()) {
        start(engine);
        if (warmUp()) {
          windows();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end(engine);
    }
  }

  private void start(StandardJMeterEngine engine) {
    gate.open();
    Thread thread =
        new Thread(
            () -> {
              try {
                engine.run();
              } catch (RuntimeException e) {
                fail("The plan ended with " + e);
              } finally {
                planEnded.countDown();
              }
            },
            "meshgauge-plan");
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns whether a window may follow. */
  private boolean warmUp() throws InterruptedException {
    long begun = System.nanoTime();
    double limit = Math.max(settings.warmupSeconds(), plan.rampUpSeconds() + 1);
    boolean over = false;
    while (!over) {
      boolean ended = planEnded.await(PROGRESS_MILLIS, TimeUnit.MILLISECONDS);
      if (stopped || failed() || (ended && endedItself("during the warm-up"))) {
        return false;
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      long sent = requests.sum();
      controller.warming(
          Math.min(sent, settings.warmup()), settings.warmup(), sent, failedRequests.sum());
      boolean enough = requests.sum() >= settings.warmup() || controller.settled();
      over = seconds >= limit || (enough && seconds >= plan.rampUpSeconds());
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    gate.close();
    if (!drained()) {
      return false;
    }
    System.gc();
    controller.warmed(requests.sum(), seconds);
    return true;
  }

  private void windows() throws InterruptedException {
    boolean further = true;
    while (further) {
      Window window = opening(controller.awaitMeasure());
      if (window == null || (planEnded.getCount() == 0 && endedItself("before the window"))) {
        return;
      }
      further = measured(window) && settings.repeated();
    }
  }

  private @Nullable Window opening(Opening requested) {
    if (!requested.allowed()) {
      stopped = true;
      return null;
    }
    if (requested.startEpochMicros().isEmpty()) {
      return Window.in(LEAD_NANOS);
    }
    Window at = Window.at(requested.startEpochMicros().getAsLong());
    long lead = at.startNanos() - System.nanoTime();
    if (lead < LEAD_NANOS || lead > MAX_LEAD_NANOS) {
      fail(
          String.format(
              Locale.ROOT,
              "The window was to start %.3f s from now by this worker's clock; expected a start"
                  + " 0.25 to 60 s ahead. Compare the clocks, or send 'measure' earlier.",
              lead / 1e9));
      return null;
    }
    return at;
  }

  /** Measures a window; returns whether it was completed. */
  private boolean measured(Window window) throws InterruptedException {
    try {
      open(window);
    } catch (IOException e) {
      fail("The folder '" + settings.out() + "' cannot be written to: " + e);
      return false;
    }
    controller.measuring(window);
    long until = window.startNanos() + Math.round(settings.windowSeconds() * 1e9);
    gate.open(window.startNanos(), until);
    boolean whole = awaitEnd(until);
    gate.close();
    boolean drained = drained();
    complete();
    if (!whole || !drained || failed()) {
      return false;
    }
    reported = true;
    controller.measured(window, Window.nowEpochMicros());
    return !stopped;
  }

  private void open(Window window) throws IOException {
    LoopFacts facts =
        new LoopFacts(
            settings.windowSeconds(),
            JMeterContextService.getNumberOfThreads(),
            settings.worker(),
            settings.workers(),
            () -> stopped);
    RunFiles files =
        RunFiles.in(settings.out(), window, plan.name(), () -> new RunFiles.ConnectionCount(0, 0));
    windowStartMillis = window.startEpochMicros() / 1000;
    jtl = settings.jtl() ? new JtlFile(settings.out()) : null;
    recording = Recording.ofLoop(window, facts, files, controller::second);
  }

  /** Waits for the window's end; false if the plan ended or the load failed before. */
  private boolean awaitEnd(long until) throws InterruptedException {
    while (!stopped && !failed()) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return true;
      }
      long millis = Math.min(PROGRESS_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1);
      if (planEnded.await(millis, TimeUnit.MILLISECONDS) && endedItself("in the window")) {
        return false;
      }
    }
    return stopped && !failed();
  }

  private boolean drained() throws InterruptedException {
    long begun = System.nanoTime();
    while (gate.sending() > 0) {
      if (elapsedMillis(begun) > DRAIN_MILLIS) {
        fail(
            "%d samples were under way for more than %d s after their phase had ended. Set response timeouts in the plan (HTTP Request Defaults, Advanced), so that every sample ends."
                .formatted(gate.sending(), DRAIN_MILLIS / 1000));
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    long answered = System.nanoTime();
    while (gate.pending() > 0 && elapsedMillis(answered) < RECORD_MILLIS) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    return true;
  }

  private static long elapsedMillis(long sinceNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
  }

  private void complete() {
    Recording done = recording;
    JtlFile file = jtl;
    recording = null;
    jtl = null;
    try {
      if (done != null) {
        done.close();
      }
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      fail("The record of the run could not be completed: " + e);
    }
  }

  /** The plan's threads have all ended; true, as a failure, unless the run was to end. */
  private boolean endedItself(String when) {
    if (!stopped && requests.sum() == 0) {
      fail(
          "The plan sent no request: none of its samplers was reached before its threads ended. A condition, a choice or a script of the plan keeps them from it: correct it in JMeter; scripts that fail are in the load worker's log."
              + (plan.conditions().isEmpty() ? "" : " What decides: " + plan.conditions() + "."));
    } else if (!stopped) {
      fail(
          "The plan ended by itself %s, after %d requests: all its threads are done. A plan is measured for a time that the experiment sets, so its threads must go on: set 'Loop Count' of its thread groups to Infinite, clear 'Specify Thread lifetime' or make it longer than warm-up and window, and let 'Action to be taken after a Sampler error' continue; a CSV Data Set needs 'Recycle on EOF'; a group with a schedule (Open Model, Ultimate, Concurrency, Arrivals) ends with it: make it longer than warm-up and window, or stretch a copy of it over the window with: meshgauge plan convert"
              .formatted(when, requests.sum()));
    }
    return true;
  }

  private boolean failed() {
    return failure.get() != null;
  }

  private void fail(String reason) {
    if (failure.compareAndSet(null, reason)) {
      controller.failed(reason);
    }
  }

  private void end(StandardJMeterEngine engine) {
    gate.end();
    if (planEnded.getCount() > 0 && engine.isActive()) {
      engine.stopTest(true);
      try {
        planEnded.await(END_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A thread of the plan is about to sample. */
  void starting(Sampler sampler) {
    try {
      if (!gate.pass(!SampleKind.isLocal(sampler))) {
        throw new JMeterStopThreadException("the run is over");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JMeterStopThreadException("the run is over", e);
    }
    destination.redirect(sampler);
    String foreign = destination.objection(sampler);
    if (foreign != null) {
      gate.left();
      fail(foreign);
      throw new JMeterStopThreadException(foreign);
    }
  }

  void ended() {
    gate.sampled();
  }

  /** A thread of the plan has ended. */
  void left() {
    gate.left();
  }

  /** A sample is complete, with the verdict of its assertions. */
  void occurred(SampleEvent event) {
    SampleResult result = event.getResult();
    SampleKind kind = SampleKind.of(event, JMeterContextService.getContext().getCurrentSampler());
    Recording open = recording;
    if (kind == SampleKind.REQUEST) {
      requests.increment();
      if (!result.isSuccessful()) {
        failedRequests.increment();
      }
      String foreign = destination.objection(result);
      if (foreign != null) {
        fail(foreign);
      }
      if (open != null) {
        open.add(result);
      }
    } else if (kind == SampleKind.TRANSACTION && open != null && inWindow(result)) {
      open.addTransaction(result);
    }
    write(event, kind);
    if (kind != SampleKind.TRANSACTION) {
      gate.recorded();
    }
  }

  /** A transaction that began before the window contains the wait for it. */
  private boolean inWindow(SampleResult result) {
    return result.getStartTime() >= windowStartMillis;
  }

  private void write(SampleEvent event, SampleKind kind) {
    JtlFile file = jtl;
    if (file != null && (kind == SampleKind.REQUEST || inWindow(event.getResult()))) {
      file.add(event);
    }
  }
}
