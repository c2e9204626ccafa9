package io.meshgauge.evidence.probe;

import io.meshgauge.topology.Protocol;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The patience that a probe has with a server that hangs up for no reason: an iperf3 server takes
 * one client at a time, and does not listen for a moment after each. Any other server is asked
 * once.
 */
public final class ProbeRetry {
  private static final int ATTEMPTS = 6;
  private static final Duration PAUSE = Duration.ofMillis(250);

  private ProbeRetry() {}

  /** One call of a server. */
  @FunctionalInterface
  public interface Attempt<T> {
    T call() throws IOException;
  }

  /**
   * Calls until what comes back is final, or often enough.
   *
   * @return the last thing that came back
   * @throws IOException of the last attempt
   */
  public static <T> T until(Protocol protocol, Predicate<T> last, Attempt<T> attempt)
      throws IOException {
    int left = protocol == Protocol.TCP ? ATTEMPTS : 1;
    while (true) {
      left--;
      try {
        T found = attempt.call();
        if (left == 0 || last.test(found)) {
          return found;
        }
      } catch (IOException e) {
        // A silent server stays silent; one that refuses may listen in a moment.
        if (left == 0 || e instanceof SocketTimeoutException) {
          throw e;
        }
      }
      rest();
    }
  }

  private static void rest() throws IOException {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted between two probes", e);
    }
  }
}
