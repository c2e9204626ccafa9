package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.experiment.Plan;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plan {@code tcp}, which has no JMeter plan. */
class StreamPlanTest {
  @TempDir Path folder;
  private Configuration configuration;

  @BeforeEach
  void installation() throws IOException {
    configuration = new Configuration(SampleHome.in(folder), FakeMesh.all());
  }

  @Test
  void tcpPlanHasItsOwnWindowAndStreams() throws IOException {
    List<Plan> plans =
        read("plans: [steady, {name: tcp, duration: 20s, properties: {streams: 4}}]");

    assertThat(plans).extracting(Plan::isStream).containsExactly(false, true);
    assertThat(plans.get(1).duration()).isEqualTo(Duration.ofSeconds(20));
    assertThat(plans.get(1).streams()).isEqualTo(4);
  }

  @Test
  void singleStreamIsTheDefault() throws IOException {
    assertThat(read("plans: [tcp]").get(0).streams()).isEqualTo(1);
  }

  @Test
  void optionSelectsThePlan() {
    Overrides overrides = Overrides.NONE.and(Map.of("plans", "tcp", "duration", "12s"));

    List<Plan> plans = configuration.profile("istio-mtls", overrides).experiment().plans();

    assertThat(plans)
        .singleElement()
        .satisfies(
            plan -> {
              assertThat(plan.name()).isEqualTo(Plan.TCP);
              assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(12));
            });
  }

  @Test
  void unknownPropertyIsRefusedNamingTheKnownOne() {
    assertThatThrownBy(() -> read("plans: [{name: tcp, properties: {rate: 5}}]"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("unknown key \"rate\"")
        .hasMessageContaining("expected: one of streams");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "129", "two", "1.5", "-1"})
  void unsupportedNumberOfStreamsIsRefused(String streams) {
    assertThatThrownBy(
            () -> read("plans: [{name: tcp, properties: {streams: '%s'}}]".formatted(streams)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a whole number from 1 to 128");
  }

  @Test
  void productWithoutStreamSupportIsRefused() throws IOException {
    Configuration real = new Configuration(SampleHome.in(folder), Products.all());
    Path file =
        Files.writeString(
            folder.resolve("balancers.yaml"), "variants: [haproxy, nginx]\nplans: [steady, tcp]");

    assertThatThrownBy(() -> real.file(file, Overrides.NONE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan tcp with the variant nginx")
        .hasMessageContaining("haproxy, envoy-front")
        .message()
        .doesNotContain("the variant haproxy");
    assertThat(real.file(file, Overrides.NONE.and(Map.of("plans", "steady"))).experiment().plans())
        .hasSize(1);
  }

  @Test
  void misspeltPlanGetsASuggestion() {
    assertThatThrownBy(() -> read("plans: [tpc]"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(
            "capacity, enforcement, failover, rollout, soak, stages, start, steady, stress, tcp");
  }

  @Test
  void objectivesInBitsPerSecondHaveAUnit() throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), "slos: {tcp_throughput: 2.5Gbit/s}");

    assertThat(configuration.file(file, Overrides.NONE).experiment().slos())
        .anySatisfy(
            slo -> {
              assertThat(slo.metric()).isEqualTo(Metric.TCP_THROUGHPUT);
              assertThat(slo.limit()).isEqualTo(2.5e9);
            });
  }

  @Test
  void eachPlanKindMeasuresItsOwnAndCommonMetrics() {
    Plan tcp = new Plan(Plan.TCP, Plan.MIN_DURATION, new TreeMap<>());
    Plan steady = new Plan("steady", Plan.MIN_DURATION, new TreeMap<>());

    assertThat(tcp.measures(Metric.RESPONSE_P99)).isFalse();
    assertThat(tcp.measures(Metric.TCP_THROUGHPUT)).isTrue();
    assertThat(steady.measures(Metric.TCP_THROUGHPUT)).isFalse();
    assertThat(steady.measures(Metric.CPU_SYSTEM)).isTrue();
    for (Plan plan : List.of(tcp, steady)) {
      assertThat(plan.measures(Metric.MEMORY_SYSTEM)).isTrue();
      assertThat(plan.measures(Metric.TCP_RETRANSMITS)).isTrue();
    }
  }

  private List<Plan> read(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("streams.yaml"), yaml);
    return configuration.file(file, Overrides.NONE).experiment().plans();
  }
}
