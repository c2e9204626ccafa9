package io.meshgauge.load;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  LoadSession(List<? extends WorkerLink> links, LoadRequest request, WorkerTimeouts timeouts) {
    pool = new WorkerPool(links);
    this.request = request;
    this.timeouts = timeouts;
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
   */
  public Warmth warm(LoadListener listener) {
    pool.send(WorkerCommand.WARM);
    WarmUp warmUp = new WarmUp(listener);
    pool.attend(
        worker -> !warmUp.warmed.containsKey(worker),
        WorkerPool.Limits.silent(timeouts.silence(), "warming or warmed"),
        warmUp);
    return warmUp.warmed.values().stream().reduce(new Warmth(0, 0), Warmth::and);
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
   */
  public void measure(LoadListener listener) {
    new WindowDrive(pool, request, timeouts, listener).run();
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

  /** Ends the workers if they are still running. */
  @Override
  public void close() {
    pool.workers().forEach(worker -> worker.link().close());
  }

  /** Adds up the warm-up progress of all workers. */
  private static final class WarmUp implements WorkerPool.Handler {
    private final LoadListener listener;
    private final Map<WorkerClient, Progress> progress = new LinkedHashMap<>();
    private final Map<WorkerClient, Warmth> warmed = new LinkedHashMap<>();

    private record Progress(long done, long of) {}

    WarmUp(LoadListener listener) {
      this.listener = listener;
    }

    @Override
    public void take(WorkerClient worker, WorkerEvent event) {
      if (event.name().equals("warming")) {
        progress.put(worker, new Progress(event.number("done"), event.number("of")));
        listener.warming(
            progress.values().stream().mapToLong(Progress::done).sum(),
            progress.values().stream().mapToLong(Progress::of).sum());
        return;
      }
      worker.expect(event, "warmed");
      long requests = event.number("requests");
      progress.put(worker, new Progress(requests, requests));
      warmed.put(worker, new Warmth(requests, event.decimal("seconds")));
    }
  }
}
