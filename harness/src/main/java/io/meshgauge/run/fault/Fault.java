package io.meshgauge.run.fault;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.measure.Part;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Something that can be done to an arm in the middle of a window. */
public interface Fault {

  /** Whom it is done to, in words. */
  String victim();

  /**
   * Does it, and returns when it has come about: whoever was killed is ready again, what is new is
   * in use.
   *
   * @throws io.meshgauge.platform.PlatformException when it does not come about in time
   * @throws io.meshgauge.probe.ProbeException when whoever has to tell does not
   */
  void carryOut();

  /**
   * Whose processes end in the window, and what they have counted with them; empty for nobody's.
   */
  default Optional<Part> ending() {
    return Optional.empty();
  }

  /** Judges the window in which it was done; called after it. */
  default List<Evidence> conclude(Prover prover, WindowObservation window) {
    return Stream.concat(prover.conclude(window).stream(), afterwards().stream()).toList();
  }

  /** What can be seen of it, after the window, by asking whom it was done to. */
  default List<Evidence> afterwards() {
    return List.of();
  }
}
