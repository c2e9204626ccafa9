package io.meshgauge.probe.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapUseTest {
  private static final String PAGE =
      """
      jvm_memory_max_bytes{area="heap",id="Eden Space"} 3.5782656E7
      jvm_memory_max_bytes{area="heap",id="Tenured Gen"} 8.0E7
      jvm_memory_usage_after_gc{area="heap",pool="long-lived"} %s
      """;

  @Test
  void whatTheLastCollectionLeftIsAShareOfTheLongLivedPool() {
    assertThat(HeapUse.of(scrape("0.25"), "payment")).hasValue(2.0e7);
  }

  @Test
  void beforeTheFirstCollectionAndOfOthersNothingIsKnown() {
    assertThat(HeapUse.of(scrape("0.0"), "payment")).isEmpty();
    assertThat(HeapUse.of(scrape("0.25"), "payment-proxy")).isEmpty();
  }

  private static Scrape scrape(String share) {
    return Scrape.of(Map.of("payment", PAGE.formatted(share)));
  }
}
