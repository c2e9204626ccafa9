package io.meshgauge.run.trial;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.load.LoadListener;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One deployment of an arm that window after window can be measured on: a leg of a soak. */
public interface SoakEnvironment extends AutoCloseable {

  /** Deploys anew. */
  @FunctionalInterface
  interface Source {
    /**
     * Deploys the arm, proves what can be proven before load, and warms up.
     *
     * @param leg which deployment of the soak it is, from 1
     */
    SoakEnvironment deploy(int leg);
  }

  /** What was observed before the load. */
  List<Evidence> probed();

  /**
   * Measures a window.
   *
   * @param listener hears of its seconds
   * @param act what is done to the arm in it on purpose
   */
  Measured measure(LoadListener listener, Optional<SoakAct> act);

  /** Starts the load anew, where only that was lost. */
  void renewLoad();

  /** Workloads that have ended by themselves, in words. */
  List<String> casualties();

  /** Takes everything down. */
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
