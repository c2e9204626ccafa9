package io.meshgauge.run;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Knows whether the harness is being ended, by ctrl-C or a signal, while an experiment runs. */
final class Ending implements AutoCloseable {
  private final AtomicBoolean begun = new AtomicBoolean();
  private final Thread hook = new Thread(() -> begun.set(true), "experiment-ending");

  private Ending() {}

  static Ending watch() {
    Ending ending = new Ending();
    Runtime.getRuntime().addShutdownHook(ending.hook);
    return ending;
  }

  /** Leaves the experiment when the harness is being ended. */
  void refuse(Path archive) {
    if (begun.get()) {
      throw new RunException("interrupted; what was finished is kept: meshgauge report " + archive);
    }
  }

  @Override
  public void close() {
    if (!begun.get()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
