package io.meshgauge.load;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One or several load workers that are up and have read their plan, driven as one.
 *
 * <p>Warm up once or not at all, then measure once, or window after window where the request is
 * {@linkplain LoadRequest#repeated() repeated}; each call waits until that is done. {@link #stop}
 * may be called from another thread. Closing ends the workers, whatever they do.
 */
public final class LoadSession implements AutoCloseable {
  private final WorkerPool crew;
  private final LoadRequest request;
  private final WorkerTimeouts patience;

  LoadSession(List<? extends WorkerLink> links, LoadRequest request, WorkerTimeouts patience) {
    crew = new WorkerPool(links);
    this.request = request;
    this.patience = patience;
  }

  /**
   * What the warm-up was.
   *
   * @param requests sent and thrown away, by all workers
   * @param seconds it took the slowest of them
   */
  public record Warmth(long requests, double seconds) {

    private Warmth and(Warmth other) {
      return new Warmth(requests + other.requests, Math.max(seconds, other.seconds));
    }
  }

  /** The workers' processes on this machine, in their order; none of those that run elsewhere. */
  public List<Long> pids() {
    return crew.members().stream()
        .flatMapToLong(member -> member.link().pid().stream())
        .boxed()
        .toList();
  }

  /**
   * Where the results are after {@link #measure}: a single worker's files, or a folder {@code
   * worker-K} for each of several.
   */
  public Path folder() {
    return request.folder();
  }

  void awaitReady() {
    Map<WorkerClient, Boolean> ready = new LinkedHashMap<>();
    try {
      crew.attend(
          member -> !ready.containsKey(member),
          WorkerPool.Limits.silent(patience.ready(), "ready"),
          (member, event) -> {
            member.expect(event, "ready");
            ready.put(member, true);
          });
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Sends the warm-up's requests, all workers at once, and waits until they are answered.
   *
   * @throws LoadException when a worker fails, ends or falls silent
   */
  public Warmth warm(LoadListener listener) {
    crew.say(WorkerCommand.WARM);
    WarmUp warmUp = new WarmUp(listener);
    crew.attend(
        member -> !warmUp.warmed.containsKey(member),
        WorkerPool.Limits.silent(patience.silence(), "warming or warmed"),
        warmUp);
    return warmUp.warmed.values().stream().reduce(new Warmth(0, 0), Warmth::and);
  }

  /**
   * Runs a measured window; what it left is in {@link #folder}, in place of what was there.
   *
   * <p>Remote workers get a common start, two seconds ahead, each on its own clock. Returns once
   * the last scheduled request was answered or timed out, and the results have been fetched.
   *
   * @throws WorkerLostException when a worker is lost after its window has opened: the others went
   *     on to the end, their results are in the folder, and the output of the lost one is next to
   *     them
   * @throws LoadException when a worker fails before
   */
  public void measure(LoadListener listener) {
    new WindowDrive(crew, request, patience, listener).run();
  }

  /**
   * Asks the workers to end the window now; what was measured is written all the same.
   *
   * @throws LoadException when one of them could not be reached; the others were
   */
  public void stop() {
    LoadException failure = null;
    for (WorkerClient member : crew.members()) {
      failure = stop(member, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable LoadException stop(
      WorkerClient member, @Nullable LoadException earlier) {
    if (member.loss() != null) {
      return earlier;
    }
    try {
      member.link().say(WorkerCommand.STOP);
      return earlier;
    } catch (LoadException e) {
      return earlier == null ? e : earlier;
    }
  }

  /** Ends the workers if they are still there. */
  @Override
  public void close() {
    crew.members().forEach(member -> member.link().close());
  }

  /** The progress of all workers' warm-ups together. */
  private static final class WarmUp implements WorkerPool.Turn {
    private final LoadListener listener;
    private final Map<WorkerClient, Progress> progress = new LinkedHashMap<>();
    private final Map<WorkerClient, Warmth> warmed = new LinkedHashMap<>();

    private record Progress(long done, long of) {}

    WarmUp(LoadListener listener) {
      this.listener = listener;
    }

    @Override
    public void take(WorkerClient member, WorkerEvent event) {
      if (event.name().equals("warming")) {
        progress.put(member, new Progress(event.number("done"), event.number("of")));
        listener.warming(
            progress.values().stream().mapToLong(Progress::done).sum(),
            progress.values().stream().mapToLong(Progress::of).sum());
        return;
      }
      member.expect(event, "warmed");
      long requests = event.number("requests");
      progress.put(member, new Progress(requests, requests));
      warmed.put(member, new Warmth(requests, event.decimal("seconds")));
    }
  }
}
