package io.meshgauge.run.fault;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.measure.use.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A fault or configuration change injected during a measured window. */
public interface Fault {

  /** Human-readable name of the target. */
  String victim();

  /**
   * Injects the fault and returns once the target has recovered: the process is ready, the new
   * configuration is active.
   *
   * @throws io.meshgauge.platform.PlatformException when the target does not recover in time
   * @throws io.meshgauge.probe.ProbeException when the state of the target cannot be read
   */
  void carryOut();

  /** The part whose processes end in the window, with their counters; empty without one. */
  default Optional<Part> ending() {
    return Optional.empty();
  }

  /** Evaluates the promises in the window of the fault, after it. */
  default List<Evidence> conclude(Prover prover, WindowObservation window) {
    return Stream.concat(prover.conclude(window).stream(), afterwards().stream()).toList();
  }

  /** Evidence read from the target after the window. */
  default List<Evidence> afterwards() {
    return List.of();
  }
}
