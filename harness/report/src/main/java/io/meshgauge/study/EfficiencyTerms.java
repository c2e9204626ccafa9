package io.meshgauge.study;

import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.EfficiencyIndex.Terms;
import io.meshgauge.study.Claims.Efficiency;
import io.meshgauge.study.Claims.Factors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The three terms of E of one system.
 *
 * @param terms with the printed factors, or with all factors 1
 */
public record EfficiencyTerms(String system, Terms terms) {

  /** The terms of all systems with the three figures, positive ones; none without an index. */
  static List<EfficiencyTerms> of(Study study) {
    List<EfficiencyTerms> all = new ArrayList<>();
    study.claims().efficiency().ifPresent(it -> add(study, it, all));
    return all;
  }

  private static void add(Study study, Efficiency claim, List<EfficiencyTerms> all) {
    Factors factors = claim.factors().orElse(new Factors(1, 1, 1));
    EfficiencyIndex index = new EfficiencyIndex(factors.alpha(), factors.beta(), factors.gamma());
    for (Value latency : study.values(claim.latency())) {
      Optional<Value> throughput = any(study, latency.system(), claim.throughput());
      Optional<Value> overhead = any(study, latency.system(), claim.overhead());
      if (throughput.isPresent()
          && overhead.isPresent()
          && latency.mean() > 0
          && overhead.get().mean() > 0) {
        all.add(
            new EfficiencyTerms(
                latency.system(),
                index.terms(latency.mean(), throughput.get().mean(), overhead.get().mean())));
      }
    }
  }

  private static Optional<Value> any(Study study, String system, String quantity) {
    return study.values(quantity).stream().filter(it -> it.system().equals(system)).findFirst();
  }
}
