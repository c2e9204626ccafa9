package io.meshgauge.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtocolTest {
  @ParameterizedTest
  @CsvSource({
    "baseline, 16, 2147483647, 8",
    "baseline, 15, 2147483647, 5",
    "baseline, 17, 2147483647, 1",
    "baseline, 20, 4, 4",
    "baseline, 15, 4, 3",
    "baseline, 16, 1, 1",
    "stress, 16, 2147483647, 1",
  })
  void windowsAreEqualAndOfWholeSeconds(String plan, long seconds, int allowed, int windows) {
    Protocol protocol =
        new Protocol(3, OptionalDouble.of(100), "poisson", 0, 16, 1, true).inWindows(allowed);
    Plan of = new Plan(plan, Duration.ofSeconds(seconds), new TreeMap<>());

    assertThat(protocol.windowsOf(of)).isEqualTo(windows);
    assertThat(protocol.windowOf(of).multipliedBy(windows)).isEqualTo(of.duration());
    assertThat(protocol.windowOf(of).toNanosPart()).isZero();
  }
}
