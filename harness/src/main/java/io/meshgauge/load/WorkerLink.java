package io.meshgauge.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The line to one load worker: words to it, its events back, its results. Wherever the worker runs,
 * a {@link LoadSession} drives it by this alone.
 *
 * <p>{@link #say} may be called from another thread than the rest.
 */
public interface WorkerLink extends AutoCloseable {

  /**
   * Says one word to the worker, for example {@code warm}. A word it heard already has no effect.
   *
   * @throws LoadException when it cannot be reached
   */
  void say(String word);

  /**
   * The worker's next event, one JSON object.
   *
   * @param limit how long to wait for it
   * @return empty when none came in time
   * @throws LoadException when there will be none: the worker has ended or cannot be reached. What
   *     it said before is given first
   */
  Optional<String> hear(Duration limit);

  /** The worker's process on this machine; empty when it runs elsewhere. */
  OptionalLong pid();

  /**
   * How far the worker's clock is ahead of ours; zero on this machine.
   *
   * @throws LoadException when it cannot be asked
   */
  Duration clockOffset();

  /**
   * Brings the results of a worker that has finished into a folder, unless they are there already.
   *
   * @param folder made when absent
   * @throws LoadException when they cannot be had
   */
  void collect(Path folder);

  /** What the worker left that may explain a failure, to end a message with; may be empty. */
  default String traces() {
    return "";
  }

  /** Ends the worker if it is still there, and the line. */
  @Override
  void close();
}
