package io.meshgauge.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Connection of a {@link LoadSession} to one load worker: sends commands, receives events, fetches
 * results. {@link #send} may be called from another thread than the other methods.
 */
public interface WorkerLink extends AutoCloseable {

  /**
   * Sends a command, for example {@code warm}. A repeated command has no effect.
   *
   * @throws LoadException if the worker did not accept it
   */
  void send(String command);

  /**
   * Waits for the worker's next event, one JSON object.
   *
   * @return empty if none came within the limit
   * @throws LoadException after the last event of a worker that has exited or cannot be reached
   */
  Optional<String> nextEvent(Duration limit);

  /** The worker's process on this machine; empty if it runs elsewhere. */
  OptionalLong pid();

  /**
   * Compares the worker's clock with the harness's; equal on this machine.
   *
   * @throws LoadException if the worker cannot be reached
   */
  Clock clock();

  /**
   * A worker's clock.
   *
   * @param ahead of the harness's clock
   * @param error by which that may be wrong
   */
  record Clock(Duration ahead, Duration error) {
    static final Clock SAME = new Clock(Duration.ZERO, Duration.ZERO);
  }

  /**
   * Copies the results of a finished worker into a folder, unless the worker wrote them there.
   *
   * @param folder created if absent
   * @throws LoadException if they cannot be fetched
   */
  void collect(Path folder);

  /** The last lines of the worker's log, as the end of an error message; may be empty. */
  default String logTail() {
    return "";
  }

  /** Ends the worker if it is still running, and the connection. */
  @Override
  void close();
}
