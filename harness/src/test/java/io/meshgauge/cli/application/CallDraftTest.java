package io.meshgauge.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.Loads;
import io.meshgauge.measure.LoadResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallDraftTest {
  private static final LoadResult LOAD =
      Loads.of(
          Loads.fine("items", 703, 200),
          Loads.fine("cart", 257, 201),
          Loads.fine("admin", 41, 403));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1001 | per-request: 1",
        "960  | per-request: 1, except: [admin]",
        "1920 | per-request: 2, except: [admin]",
        "257  | per-request: 1, only: [cart]",
        // No requests of some labels alone: a mean of all.
        "300  | per-request: 0.30",
        "0    | per-request: 0.00",
      })
  void theRequestsThatCauseCallsAreFoundByTheirNumbers(long calls, String often) {
    assertThat(new CallDraft(LOAD).often(calls)).isEqualTo(often);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Either of two labels with as many requests.
        "50  | per-request: 0.50",
        "150 | per-request: 1.50",
        // Of all, which is the simplest.
        "100 | per-request: 1",
      })
  void severalCausesThatFitAreNotGuessed(long calls, String often) {
    LoadResult even = Loads.of(Loads.fine("items", 50, 200), Loads.fine("cart", 50, 201));

    assertThat(new CallDraft(even).often(calls)).isEqualTo(often);
  }
}
