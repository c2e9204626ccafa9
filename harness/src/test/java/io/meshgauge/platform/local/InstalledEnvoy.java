package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/**
 * A real Envoy for tests, found or fetched as the harness does it; tests that need one are skipped
 * with the harness's own words where there is none.
 */
public final class InstalledEnvoy {
  private InstalledEnvoy() {}

  /** The binary; or skips the test. */
  public static Path orSkip() {
    try (ProcessGuard guard = new ProcessGuard()) {
      return new EnvoyBinary(guard, CacheFolder.ofUser(), System.getenv()).obtain();
    } catch (PlatformException e) {
      throw new TestAbortedException(e.getMessage(), e);
    }
  }
}
