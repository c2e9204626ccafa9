package io.meshgauge.evidence.window;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import java.util.List;
import java.util.function.Supplier;

/** A proof that breaks is evidence that is missing; it must not take the run with it. */
public final class Observation {
  private Observation() {}

  public static List<Evidence> of(Promise promise, Supplier<List<Evidence>> proof) {
    try {
      return proof.get();
    } catch (RuntimeException e) {
      return List.of(missing(promise, "the observation broke: " + e));
    }
  }

  static Evidence missing(Promise promise, String why) {
    return new Evidence(promise, "all hops", Verdict.MISSING, "an observation", why, "harness");
  }
}
