package io.meshgauge.run.fault;

import io.meshgauge.load.LoadListener;
import java.time.Duration;
import java.util.List;

/** Kills the first load worker after a third of a window, as a crash would. */
public final class DroppedWorker implements LoadListener {
  private static final int WINDOW_DIVISOR_BEFORE_DROP = 3;

  private final LoadListener listener;
  private final List<Long> workers;
  private final int second;
  private boolean dropped;

  /**
   * @param listener receives the seconds as well
   */
  public DroppedWorker(LoadListener listener, List<Long> workers, Duration window) {
    this.listener = listener;
    this.workers = List.copyOf(workers);
    this.second = Math.toIntExact(window.toSeconds() / WINDOW_DIVISOR_BEFORE_DROP);
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
