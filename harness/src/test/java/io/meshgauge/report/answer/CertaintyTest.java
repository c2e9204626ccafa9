package io.meshgauge.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import org.junit.jupiter.api.Test;

class CertaintyTest {

  @Test
  void theGroundsCountRunsAndDistinguishedDifferences() {
    assertThat(of(SampleSessions.troubled()).grounds())
        .anyMatch(
            it -> it.contains("in random order; runs: 10 valid, 3 unverified, 1 void, 1 failed."))
        .anyMatch(it -> it.startsWith("The baseline, measured twice, differs from itself in p99"));
    assertThat(of(SampleSessions.withoutControl()).grounds())
        .contains("The baseline was not measured twice, so the session has no noise floor in p99.");
  }

  @Test
  void whatIsUndecidedSaysWhatWouldDecideIt() {
    assertThat(of(scattered(3)).undecided())
        .singleElement()
        .asString()
        .startsWith("istio-mtls (model) against baseline: +")
        .containsPattern(
            "A true difference of \\d+ % would have been found in 80 % of such sessions;"
                + " with this mean and spread \\d+ blocks would decide it\\.$");
  }

  @Test
  void withTooFewBlocksMoreAreAskedFor() {
    assertThat(of(SampleSessions.replicated(2)).undecided())
        .singleElement()
        .asString()
        .endsWith("At least 3 blocks in common are needed.");
  }

  @Test
  void decidedDifferencesAreNotListed() {
    assertThat(of(SampleSessions.replicated(5)).undecided()).isEmpty();
  }

  private static Certainty of(Session session) {
    Report report = Report.of(session, SampleRules.rules());
    return new Certainty(report.session(), report.plans().get(0));
  }

  /** The mesh's p99 is a fifth higher on average, and scatters more than that. */
  private static Session scattered(int replicates) {
    double[] factors = {0.8, 1.2, 1.7};
    return SampleSessions.change(
        SampleSessions.replicated(replicates),
        run -> true,
        run ->
            SampleSessions.measured(
                run,
                new Measurement(
                    Metric.RESPONSE_P99,
                    run.trial().variant().name().equals("istio-mtls")
                        ? 0.010 * factors[run.trial().replicate() - 1]
                        : 0.010 + 0.0001 * run.trial().replicate(),
                    "load.json")));
  }
}
