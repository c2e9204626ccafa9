package io.meshgauge.run.trial;

import io.meshgauge.load.LoadListener;
import java.time.Duration;
import java.util.List;

/** Kills the first of the load workers in a third of a window, as a crash would. */
final class DroppedWorker implements LoadListener {
  private static final int WHEN = 3;

  private final LoadListener listener;
  private final List<Long> workers;
  private final int second;
  private boolean dropped;

  /**
   * Of the workers on this machine.
   *
   * @param listener hears of the seconds as well
   */
  DroppedWorker(LoadListener listener, List<Long> workers, Duration window) {
    this.listener = listener;
    this.workers = List.copyOf(workers);
    this.second = Math.toIntExact(window.toSeconds() / WHEN);
  }

  @Override
  public void second(Second said) {
    if (!dropped && said.second() >= second) {
      dropped = true;
      workers.stream()
          .findFirst()
          .flatMap(ProcessHandle::of)
          .ifPresent(ProcessHandle::destroyForcibly);
    }
    listener.second(said);
  }
}
