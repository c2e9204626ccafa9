package io.meshgauge.load;

import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.measure.LabelResult.Mismatch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Controls one or several load workers that have read their plan.
 *
 * <p>Warm up at most once, then measure once, or repeatedly if the request is {@linkplain
 * LoadRequest#repeated() repeated}; each call blocks until it is done. {@link #stop} may be called
 * from another thread. Closing ends the workers.
 */
public final class LoadSession implements AutoCloseable {
  private final WorkerPool pool;
  private final LoadRequest request;
  private final WorkerTimeouts timeouts;
  private final OptionalInt arm;
  private HarmWatch watch = HarmWatch.none();
  private long round;

  LoadSession(List<? extends WorkerLink> links, LoadRequest request, WorkerTimeouts timeouts) {
    this(new WorkerPool(links), request, timeouts, OptionalInt.empty());
  }

  private LoadSession(
      WorkerPool pool, LoadRequest request, WorkerTimeouts timeouts, OptionalInt arm) {
    this.pool = pool;
    this.request = request;
    this.timeouts = timeouts;
    this.arm = arm;
  }

  /**
   * The same workers for one of several arms that take turns: each has windows with the same
   * arrivals, connections and a stop rule of its own. Closing it leaves the workers running.
   *
   * @param number of the arm, whose entries the request contains ({@link LoadRequest#entries})
   */
  public LoadSession forArm(int number) {
    return new LoadSession(pool, request, timeouts, OptionalInt.of(number));
  }

  /**
   * Result of the warm-up.
   *
   * @param requests sent by all workers, not recorded
   * @param seconds that the slowest worker took
   */
  public record Warmth(long requests, double seconds) {

    private Warmth and(Warmth other) {
      return new Warmth(requests + other.requests, Math.max(seconds, other.seconds));
    }
  }

  /** The workers' processes on this machine, in order; none for workers elsewhere. */
  public List<Long> pids() {
    return pool.workers().stream()
        .flatMapToLong(worker -> worker.link().pid().stream())
        .boxed()
        .toList();
  }

  /**
   * Results after {@link #measure}: the files of a single worker, or a folder {@code worker-K} for
   * each of several.
   */
  public Path folder() {
    return request.folder();
  }

  /**
   * Ends the load when a rule says that the application is harmed. Windows that follow each other
   * are consecutive.
   *
   * @param what the arm and its plan, for the message
   */
  public void stopBy(StopRule rule, String what) {
    watch = new HarmWatch(rule, what, System::nanoTime);
  }

  /** Judges no second while some work is done: the harness itself does the harm. */
  public <T> T unwatched(Supplier<T> work) {
    HarmWatch kept = watch;
    watch = HarmWatch.none();
    try {
      return work.get();
    } finally {
      watch = kept;
    }
  }

  void awaitReady() {
    Map<WorkerClient, Boolean> ready = new LinkedHashMap<>();
    try {
      pool.attend(
          worker -> !ready.containsKey(worker),
          WorkerPool.Limits.silent(timeouts.ready(), "ready"),
          (worker, event) -> {
            worker.expect(event, "ready");
            ready.put(worker, true);
          });
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Sends the requests of the warm-up from all workers at once and waits for the responses.
   *
   * @throws LoadException if a worker fails, exits or sends no event in time
   * @throws HarmException if the {@linkplain #stopBy stop rule} ended the load
   */
  public Warmth warm(LoadListener listener) {
    pool.send(WorkerCommand.WARM);
    WarmUp warmUp = new WarmUp(listener, watch);
    endingOnHarm(
        () ->
            pool.attend(
                worker -> !warmUp.warmed.containsKey(worker),
                WorkerPool.Limits.silent(timeouts.silence(), "warming or warmed"),
                warmUp));
    return warmUp.warmed.values().stream().reduce(new Warmth(0, 0), Warmth::and);
  }

  /** Workers are ended at once, and do not wait for answers of an application in trouble. */
  private void endingOnHarm(Runnable load) {
    try {
      load.run();
    } catch (HarmException e) {
      try {
        stop();
      } catch (LoadException gone) {
        e.addSuppressed(gone);
      }
      end();
      throw e.with(mismatches());
    }
  }

  private List<Mismatch> mismatches() {
    return Mismatch.sums(
        pool.workers().stream().flatMap(worker -> worker.mismatches().stream()).toList());
  }

  /**
   * Ends the warm-up early; {@link #warm} returns once the requests under way are answered. Call it
   * from the listener of the warm-up.
   */
  public void settle() {
    pool.send(WorkerCommand.SETTLED);
  }

  /**
   * Runs a measured window; its results replace the files in {@link #folder}.
   *
   * <p>Workers on a cluster receive a common start, two seconds ahead, each on its own clock.
   * Returns once the last scheduled request was answered or timed out, and the results were
   * fetched.
   *
   * @throws WorkerLostException if a worker is lost after its window has started; the folder then
   *     contains the results of the others and the events of the lost one
   * @throws LoadException if a worker fails before
   * @throws HarmException if the {@linkplain #stopBy stop rule} ended the load; its results are
   *     incomplete
   */
  public void measure(LoadListener listener) {
    LoadListener watched = watch.over(listener, request.duration());
    String turn = arm.isPresent() ? WorkerCommand.turn(arm.getAsInt(), round++) : "";
    endingOnHarm(() -> new WindowDrive(pool, request, timeouts, watched, turn).run());
  }

  /**
   * Ends the window early; the workers still write their results.
   *
   * @throws LoadException if a worker did not accept the command; the others received it
   */
  public void stop() {
    LoadException failure = null;
    for (WorkerClient worker : pool.workers()) {
      failure = stop(worker, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable LoadException stop(
      WorkerClient worker, @Nullable LoadException earlier) {
    if (worker.loss() != null) {
      return earlier;
    }
    try {
      worker.link().send(WorkerCommand.STOP);
      return earlier;
    } catch (LoadException e) {
      return earlier == null ? e : earlier;
    }
  }

  /** Ends the workers if they are still running, unless other arms use them. */
  @Override
  public void close() {
    if (arm.isEmpty()) {
      end();
    }
  }

  private void end() {
    pool.workers().forEach(worker -> worker.link().close());
  }

  /** Adds up the warm-up progress of all workers. */
  private static final class WarmUp implements WorkerPool.Handler {
    private final LoadListener listener;
    private final Map<WorkerClient, Progress> progress = new LinkedHashMap<>();
    private final Map<WorkerClient, Warmth> warmed = new LinkedHashMap<>();
    private final HarmWatch watch;

    private record Progress(long done, long of, long ended, long failed) {}

    WarmUp(LoadListener listener, HarmWatch watch) {
      this.listener = listener;
      this.watch = watch;
    }

    @Override
    public void take(WorkerClient worker, WorkerEvent event) {
      if (event.name().equals("warming")) {
        progress.put(
            worker,
            new Progress(
                event.number("done"),
                event.number("of"),
                event.number("ended"),
                event.number("failed")));
        listener.warming(sum(Progress::done), sum(Progress::of));
        watch.warming(sum(Progress::ended), sum(Progress::failed));
        return;
      }
      worker.expect(event, "warmed");
      long requests = event.number("requests");
      Progress last = progress.getOrDefault(worker, new Progress(0, 0, 0, 0));
      progress.put(worker, new Progress(requests, requests, last.ended(), last.failed()));
      warmed.put(worker, new Warmth(requests, event.decimal("seconds")));
    }

    private long sum(ToLongFunction<Progress> count) {
      return progress.values().stream().mapToLong(count).sum();
    }
  }
}
