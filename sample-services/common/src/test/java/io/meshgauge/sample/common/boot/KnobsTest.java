package io.meshgauge.sample.common.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnobsTest {

  private static final List<Duration> NONE = List.of(Duration.ZERO);

  @ParameterizedTest
  @CsvSource({
    "-1,0,0,0,payload-bytes",
    "1048577,0,0,0,payload-bytes",
    "0,-1,0,0,think-time",
    "0,60001,0,0,think-time",
    "0,0,-0.1,0,failure-rate",
    "0,0,1.1,0,failure-rate",
    "0,0,NaN,0,failure-rate",
    "0,0,0,-1,leak-bytes",
    "0,0,0,1048577,leak-bytes",
  })
  void aValueOutsideItsRangeIsRefusedByName(
      int bytes, long thinkMillis, double rate, int leak, String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Knobs(bytes, Duration.ofMillis(thinkMillis), rate, leak, NONE, NONE))
        .withMessageStartingWith("meshgauge.knob." + name + " is ");
  }

  @Test
  void paddingHasExactlyTheBytesAskedFor() {
    assertThat(padded(37).padding()).hasSize(37);
    assertThat(padded(0).padding()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-1,0,added-delay", "10001,0,added-delay", "0,-1,added-cpu", "0,1001,added-cpu"})
  void anAddedCostOutsideItsRangeIsRefusedByName(long delayMillis, long cpuMillis, String name) {
    Duration delay = Duration.ofMillis(delayMillis);
    Duration cpu = Duration.ofMillis(cpuMillis);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Knobs(0, Duration.ZERO, 0, 0, List.of(Duration.ZERO, delay), List.of(cpu)))
        .withMessageStartingWith("meshgauge.knob." + name + " is ");
  }

  private static Knobs padded(int bytes) {
    return new Knobs(bytes, Duration.ZERO, 0, 0, NONE, NONE);
  }
}
