package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.platform.local.program.Programs;
import io.meshgauge.product.registry.Products;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;

/**
 * Real programs for tests, found or fetched as by the harness. Without one, tests that need it are
 * skipped with the harness's message.
 */
public final class RealPrograms {
  private RealPrograms() {}

  /** The program; or skips the test. */
  public static Path orSkip(String name) {
    try (ProcessGuard guard = new ProcessGuard()) {
      Path none = Path.of("no such home");
      return new Programs(guard, System.getenv(), none, Products.programs()).obtain(name);
    } catch (PlatformException e) {
      throw new TestAbortedException(e.getMessage(), e);
    }
  }
}
