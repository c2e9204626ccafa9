package io.meshgauge.sample.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PropagatedHeadersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "meshgauge.arm=03|3",
        "user=7, meshgauge.arm=12;note=x|12",
        "user=7|0",
        "xmeshgauge.arm=03|0",
        "meshgauge.arm=3|0",
      })
  void theArmIsAMemberOfTheBaggage(String baggage, int arm) {
    assertThat(new PropagatedHeaders(Map.of("baggage", baggage)).arm()).isEqualTo(arm);
  }

  @Test
  void workThatOutlastsTheRequestKeepsItsArmOnly() {
    PropagatedHeaders headers =
        new PropagatedHeaders(
            Map.of("baggage", "user=7,meshgauge.arm=03", "authorization", "Bearer t"));

    assertThat(headers.armOnly().values()).containsOnly(Map.entry("baggage", "meshgauge.arm=03"));
    assertThat(new PropagatedHeaders(Map.of("authorization", "t")).armOnly().values()).isEmpty();
  }
}
