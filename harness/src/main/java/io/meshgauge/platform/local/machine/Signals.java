package io.meshgauge.platform.local.machine;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals that Java itself cannot send. */
public enum Signals {
  /** Halts a process, which keeps its sockets and does nothing. */
  STOP,
  /** Lets a halted process go on. */
  CONT,
  /** Makes a program that says so read its configuration again. */
  HUP;

  private static final long TIMEOUT_SECONDS = 10;

  private static final String ALONE = "kill -s \"$1\" \"$2\"";

  /** To the group of the process, which its children belong to, or to the process alone. */
  private static final String TOGETHER = "kill -s \"$1\" -- \"-$2\" || " + ALONE;

  /**
   * Sends the signal to a program that was started under guard, and to its children unless those
   * are the program's own to tell.
   *
   * @throws PlatformException when it is not delivered
   */
  public void send(long pid) {
    try {
      Process shell =
          new ProcessBuilder(
                  "sh", "-c", this == HUP ? ALONE : TOGETHER, "signal", name(), Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!shell.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || shell.exitValue() != 0) {
        throw new PlatformException(
            "the signal %s did not reach process %d; expected it to run".formatted(name(), pid));
      }
    } catch (IOException e) {
      throw new PlatformException(
          "the signal %s could not be sent: %s".formatted(name(), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while process %d got a signal".formatted(pid), e);
    }
  }
}
