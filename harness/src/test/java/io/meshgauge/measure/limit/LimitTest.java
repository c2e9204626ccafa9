package io.meshgauge.measure.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.use.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {
  @ParameterizedTest
  @CsvSource({"500m,0.5", "0.5,0.5", "2,2", "10m,0.01", "1.25,1.25"})
  void readsCores(String text, double cores) {
    assertThat(Limit.cores(text)).hasValue(cores);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "9m", "-1", "0.5m", "500 m", "2000", "1e3", "half"})
  void refusesOtherCores(String text) {
    assertThat(Limit.cores(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "256Mi,268435456",
    "1Gi,1073741824",
    "8192Ki,8388608",
    "64M,64000000",
    "5000000,5000000"
  })
  void readsBytes(String text, long bytes) {
    assertThat(Limit.bytes(text)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1Mi", "256MB", "256MiB", "0.5Gi", "-64Mi", "9999999999999Gi"})
  void refusesOtherBytes(String text) {
    assertThat(Limit.bytes(text)).isEmpty();
  }

  @Test
  void saysItselfInWords() {
    assertThat(limit(0.25, 256L << 20).words()).isEqualTo("0.25 cores, 256 MiB");
    assertThat(Limit.NONE.words()).isEqualTo("none");
    assertThat(Limit.cores(2)).isEqualTo("2 cores");
  }

  @Test
  void isMetByWhatTheKernelRounds() {
    Limit declared = limit(0.3333, 5_000_000);

    assertThat(declared.isMetBy(limit(0.33333, 4_997_120))).isTrue();
    assertThat(declared.isMetBy(limit(0.34, 4_997_120))).isFalse();
    assertThat(declared.isMetBy(limit(0.3333, 9_000_000))).isFalse();
    assertThat(declared.isMetBy(Limit.NONE)).isFalse();
    assertThat(Limit.NONE.isMetBy(declared)).isTrue();
  }

  @Test
  void readsTheLimitsOfAVariant() {
    Limits limits =
        Limits.of(
            Map.of("cpu-limit", "250m", "proxy-memory-limit", "64Mi", "replicas", "2"),
            Optional.of("order"));

    assertThat(limits.of(Part.APPLICATION).cores()).hasValue(0.25);
    assertThat(limits.of(Part.APPLICATION).bytes()).isEmpty();
    assertThat(limits.of(Part.DATA_PLANE).bytes()).hasValue(64L << 20);
    assertThat(limits.of(Part.LOAD).any()).isFalse();
    assertThat(limits.applied(Part.APPLICATION, "order")).isEqualTo(Limit.NONE);
    assertThat(limits.applied(Part.APPLICATION, "gateway").any()).isTrue();
    assertThat(limits.ofProxies().services().any()).isFalse();
    assertThat(Limits.of(Map.of()).any()).isFalse();
  }

  @Test
  void countsTheGrowthOfAWindowAndTheSumOfSeveral() {
    LimitUse first = use(reading(100, 10, 1, 0), reading(150, 30, 3, 0));
    LimitUse second = use(reading(150, 30, 3, 0), reading(200, 40, 4, 1));

    LimitUse sum = LimitUse.sum(List.of(List.of(first), List.of(second))).get(0);

    assertThat(first.throttledShare()).hasValue(0.4);
    assertThat(sum.throttledShare()).hasValue(0.3);
    assertThat(sum.seconds()).isEqualTo(20);
    assertThat(sum.windows()).isEqualTo(2);
    assertThat(LimitUse.outOfMemory(List.of(first))).isEmpty();
    assertThat(LimitUse.outOfMemory(List.of(sum))).containsExactly("order (0.25 cores)");
    assertThat(LimitUse.throttledShare(List.of(sum), Part.DATA_PLANE)).isEmpty();
    assertThat(LimitUse.text(List.of(sum))).contains("order\t0.25 cores\t0.25 cores\t100\t30\t3.0");
  }

  @Test
  void knowsNothingOfAProcessThatStartedAnew() {
    LimitUse restarted = use(reading(100, 10, 1, 0), reading(20, 2, 0.1, 0));

    assertThat(restarted.read()).isEmpty();
    assertThat(restarted.throttledShare()).isEmpty();
    assertThat(LimitUse.text(List.of(restarted))).contains("not read");
  }

  private static LimitUse use(GroupReading before, GroupReading after) {
    return LimitUse.between(
        "order",
        Part.APPLICATION,
        new Limit(OptionalDouble.of(0.25), OptionalLong.empty()),
        Optional.of(before),
        Optional.of(after),
        10);
  }

  private static GroupReading reading(long periods, long throttled, double seconds, long kills) {
    return new GroupReading(
        new Limit(OptionalDouble.of(0.25), OptionalLong.empty()),
        periods,
        throttled,
        seconds,
        kills);
  }

  private static Limit limit(double cores, long bytes) {
    return new Limit(OptionalDouble.of(cores), OptionalLong.of(bytes));
  }
}
