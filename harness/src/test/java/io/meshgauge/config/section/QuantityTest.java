package io.meshgauge.config.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.Unit;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "SECONDS, 15s, 15",
    "SECONDS, 2m, 120",
    "SECONDS, 1h, 3600",
    "SECONDS, 250ms, 0.25",
    "SECONDS, 500us, 0.0005",
    "SECONDS, 1.5 s, 1.5",
    "BYTES, 64MiB, 67108864",
    "BYTES, 1.5GiB, 1610612736",
    "BYTES, 2kB, 2000",
    "RATIO, 0.1%, 0.001",
    "RATIO, 0.001, 0.001",
    "REQUESTS_PER_SECOND, 200, 200",
    "REQUESTS_PER_SECOND, 200/s, 200",
    "REQUESTS_PER_SECOND, 60/m, 1",
    "CPU_SECONDS_PER_1000_REQUESTS, 4.5, 4.5",
    "PER_GIB, 20, 20"
  })
  void quantityIsReadInItsUnit(Unit unit, String text, double expected) {
    assertThat(Quantity.parse(unit, text).orElseThrow()).isCloseTo(expected, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "SECONDS, 15",
    "SECONDS, 15 sec",
    "SECONDS, 1e3s",
    "SECONDS, s",
    "SECONDS, 1m30s",
    "BYTES, 64",
    "BYTES, 64Mb",
    "RATIO, 1/10",
    "REQUESTS_PER_SECOND, 200/h",
    "REQUESTS_PER_SECOND, NaN",
    "PER_GIB, 1GiB"
  })
  void otherTextIsNotAQuantityOfTheUnit(Unit unit, String text) {
    assertThat(Quantity.parse(unit, text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"250ms, PT0.25S", "2m, PT2M", "1us, PT0.000001S"})
  void durationsAreExact(String text, Duration expected) {
    assertThat(
            Form.duration()
                .read("window", new Value.Scalar(text, Place.of("a test")), new Problems()))
        .hasValue(expected);
  }

  @ParameterizedTest
  @EnumSource
  void everyUnitHasAnExample(Unit unit) {
    assertThat(Quantity.example(unit)).contains("such as");
  }
}
