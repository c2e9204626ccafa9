package io.meshgauge.run;

import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.WindowObservation;
import io.meshgauge.experiment.Evidence;
import java.util.List;

/** Something that can be done to an arm in the middle of a window. */
interface Deed {

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

  /** Whether every process lasts for the window, so that what they count does too. */
  boolean lasting();

  /** Judges the window in which it was done; called after it. */
  List<Evidence> conclude(Prover prover, WindowObservation window);
}
