package io.meshgauge.run.trial;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.TcpUse;
import io.meshgauge.measure.Vitals;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
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
   * What a window gave.
   *
   * @param machine how busy the machine was, other work included
   * @param evidence what was observed of the promises in it
   * @param files raw texts by name; those of the latest window are kept
   * @param disturbance what was done to the arm in it; null where nothing was
   */
  record Measured(
      LoadResult load,
      List<ResourceUse> resources,
      MachineUse machine,
      TcpUse tcp,
      List<Vitals> vitals,
      List<Evidence> evidence,
      SortedMap<String, String> files,
      @Nullable Disturbance disturbance) {}
}
