package io.meshgauge.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoBreakTest {
  @ParameterizedTest
  @CsvSource({
    "it adds +1.04 ms [0.74 1.35] (+), it adds +1.04_ms [0.74_1.35] (+)",
    "CPU +0.56 CPU-s/1000 req [-0.33 +0.80], CPU +0.56_CPU-s/1000 req [-0.33_+0.80]",
    "a 95 % interval of 10 s, a 95_% interval of 10_s",
    "3 minutes and 5 services [see the list], 3 minutes and 5 services [see the list]",
  })
  void figuresAreKeptTogetherAndWordsAreNot(String text, String expected) {
    assertThat(NoBreak.figures(text)).isEqualTo(expected.replace('_', NoBreak.SPACE));
    assertThat(NoBreak.undone(NoBreak.figures(text))).isEqualTo(text);
  }
}
