package io.meshgauge.probe.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The unit in which the kernel reports CPU time ({@code USER_HZ}). */
final class ClockTick {
  private static final double USUAL = 100;

  private ClockTick() {}

  /** Ticks a second, from {@code getconf CLK_TCK}; 100, which Linux has everywhere, without it. */
  static double perSecond() {
    try {
      Process getconf =
          new ProcessBuilder("getconf", "CLK_TCK")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      getconf.getOutputStream().close();
      if (!getconf.waitFor(5, TimeUnit.SECONDS)) {
        getconf.destroyForcibly();
        return USUAL;
      }
      return Double.parseDouble(new String(getconf.getInputStream().readAllBytes(), UTF_8).strip());
    } catch (IOException | NumberFormatException e) {
      return USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }
}
