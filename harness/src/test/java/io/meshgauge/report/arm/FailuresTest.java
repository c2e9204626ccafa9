package io.meshgauge.report.arm;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LatencyHistogram;
import io.meshgauge.measure.RequestKind;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classification of answers as failures. */
class FailuresTest {
  private static final LatencyHistogram NONE = LatencyHistogram.merge(List.of());

  @ParameterizedTest
  @CsvSource({"browse, 200, 503", "verify, OK, UNAVAILABLE", "charge, OK, UNAUTHENTICATED"})
  void anAnswerThatIsNoSuccessIsNamedByItsStatus(String label, String fine, String failure) {
    assertThat(counted(label, Map.of(fine, 7L, failure, 2L)))
        .isEqualTo(Map.of("answered " + failure, 2L, "without an answer: timeout", 1L));
  }

  @Test
  void theRefusalOfAStrangerIsNone() {
    assertThat(counted("unauthenticated", Map.of("UNAUTHENTICATED", 7L, "INTERNAL", 2L)))
        .containsOnlyKeys("answered INTERNAL", "without an answer: timeout");
    assertThat(counted("forbidden", Map.of("403", 7L))).hasSize(1);
  }

  private static Map<String, Long> counted(String label, Map<String, Long> status) {
    Map<String, Long> how = new TreeMap<>();
    Failures.count(
        new LabelResult(
            label,
            RequestKind.ofEarlier(label),
            10,
            10,
            9,
            7,
            new LabelResult.Outcomes(status, Map.of("timeout", 1L), List.of()),
            NONE,
            NONE,
            NONE),
        how);
    return how;
  }
}
