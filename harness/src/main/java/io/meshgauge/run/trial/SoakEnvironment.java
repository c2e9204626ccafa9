package io.meshgauge.run.trial;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.load.LoadListener;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One deployment of a soak, on which windows are measured. */
public interface SoakEnvironment extends AutoCloseable {

  /** Deploys the arm. */
  @FunctionalInterface
  interface Source {
    /**
     * Deploys the arm, probes its promises and warms up.
     *
     * @param number of the deployment within the soak, from 1
     */
    SoakEnvironment deploy(int number);
  }

  /** Evidence from before the load. */
  List<Evidence> probed();

  /**
   * Measures a window.
   *
   * @param listener receives its seconds
   * @param act fault to inject in it
   */
  Measured measure(LoadListener listener, Optional<SoakAct> act);

  /** Restarts the load workers; the deployment stays. */
  void renewLoad();

  /** Workloads that ended unexpectedly, as text. */
  List<String> endedWorkloads();

  @Override
  void close();

  /**
   * A window of the soak.
   *
   * @param window its readings
   * @param evidence of the promises in it
   * @param disturbance the act carried out in it; null without one
   */
  record Measured(
      MeasuredWindow window, List<Evidence> evidence, @Nullable Disturbance disturbance) {}
}
