package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Forecast;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.experiment.change.FailoverSettings.Fault;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.measure.Metric;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailoverConfigTest {
  @TempDir Path folder;

  @Test
  void theServiceIsNamedAndABaselineWithAsManyProcessesIsAdded() throws IOException {
    ExperimentFile file = read("haproxy", "{name: failover, duration: 90s}");

    Experiment experiment = file.experiment();
    assertThat(experiment.arms())
        .extracting(Variant::name, it -> it.setting(Variant.REPLICAS, "by default"))
        .containsExactly(
            tuple("baseline", "2"), tuple("haproxy", "by default"), tuple("baseline-again", "2"));
    Plan plan = experiment.plans().get(0);
    FailoverSettings settings = FailoverSettings.of(plan.properties());
    assertThat(settings)
        .isEqualTo(
            new FailoverSettings(
                Fault.REFUSE,
                Optional.of("order"),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20)));
    assertThat(settings.faults(plan.duration())).isEqualTo(2);
    assertThat(file.notes())
        .anyMatch(
            it ->
                it.contains(
                        "the last process of order is killed and refuses connections for 20.0 s")
                    && it.contains("2 times"));
  }

  @Test
  void aListedBaselineThatSetsNoReplicasGetsAsManyAsTheOthers() throws IOException {
    Experiment plain =
        written(
                "{variants: [baseline, {mesh: haproxy, settings: {replicas: 3}}], plans: [{name: failover, duration: 90s}]}")
            .experiment();

    assertThat(plain.variants())
        .extracting(it -> it.setting(Variant.REPLICAS, "by default"))
        .containsExactly("3", "3");
  }

  @Test
  void itsMetricsAreItsOwnAndItsErrorsBreakNoObjectiveForAllRequests() throws IOException {
    Plan failover = read("haproxy", "{name: failover, duration: 90s}").experiment().plans().get(0);
    Plan steady = read("haproxy", "steady").experiment().plans().get(0);

    assertThat(List.of(Metric.CHANGE_ERRORS, Metric.LONGEST_GAP, Metric.RECOVERY))
        .allMatch(failover::judges)
        .noneMatch(steady::measures);
    assertThat(failover.judges(Metric.ERROR_RATIO)).isFalse();
    assertThat(failover.judges(Metric.RESPONSE_P99)).isTrue();
    assertThat(failover.jmx()).isEqualTo(Plan.STEADY);
  }

  @Test
  void theForecastKnowsTheWindowBeforeTheFaults() throws IOException {
    Experiment failover = read("haproxy", "{name: failover, duration: 90s}").experiment();
    Experiment stress = read("haproxy", "{name: stress, duration: 90s}").experiment();

    assertThat(trial(failover))
        .isBetween(trial(stress).plusSeconds(20), trial(stress).plusSeconds(30));
  }

  private static Duration trial(Experiment experiment) {
    long trials = (long) experiment.protocol().replicates() * experiment.arms().size();
    return Forecast.of(experiment).trials().dividedBy(trials);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          haproxy | {name: failover, duration: 30s}                                  | a fault with the time after it takes 40.0 s
          haproxy | {name: failover, duration: 90s, properties: {fault: burn}}        | one of refuse, vanish
          haproxy | {name: failover, duration: 90s, properties: {fault-on: 10ms}}     | at least 1s
          haproxy | {name: failover, duration: 90s, properties: {fault-service: ord}} | one of logging, payment, auth, order, gateway
          haproxy | {name: failover, duration: 90s, properties: {fault-of: 5s}}       | unknown key "fault-of"
          {mesh: haproxy, settings: {replicas: 1}} | {name: failover, duration: 90s}  | the plan failover with the variant haproxy, which has one process of each service
          haproxy | {name: rollout, duration: 12s}                                    | the replacement of a process takes up to 15.0 s
          haproxy | {name: rollout, duration: 60s, properties: {rollout-pause: 0s}}   | at least 1s
          haproxy | {name: rollout, duration: 60s, properties: {rollout-service: a}}  | rollout-service: one of logging, payment
          caddy   | {name: rollout, duration: 60s}                                    | caddy, whose proxies the harness cannot tell to drain a process
          caddy   | {name: rollout, duration: 60s}                                    | one of envoy, istio-mtls, istio-plaintext, haproxy, nginx, envoy-front
          {mesh: haproxy, settings: {layer: tcp}} | {name: rollout, duration: 60s}    | cannot tell to drain a process
          {mesh: envoy, settings: {replicas: 1}} | {name: rollout, duration: 60s}     | the plan rollout with the variant envoy, which has one process of each service
          {mesh: istio-mtls, settings: {replicas: 2, arm-fault: "restarted-in-plaintext:order"}} | {name: failover, duration: 90s} | restarted-in-plaintext:order, whose process no plan replaces
          {mesh: istio-mtls, settings: {replicas: 2, arm-fault: "restarted-in-plaintext:auth"}} | {name: rollout, duration: 60s} | restarted-in-plaintext:auth, whose process no plan replaces
          {mesh: envoy, settings: {replicas: 2, arm-fault: "restarted-in-plaintext:order"}} | {name: rollout, duration: 60s} | a mesh of sidecars with mutual TLS
          haproxy | {name: failover, duration: 90s}, steady                           | with the variant baseline, which has one process of each service
          """)
  void whatCannotFailOverIsRefused(String arm, String plans, String words) {
    assertThatThrownBy(() -> read(arm, plans))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aRolloutNamesItsServiceAndWhatTheBaselineCannotDo() throws IOException {
    ExperimentFile file =
        read("haproxy", "{name: rollout, duration: 60s, properties: {rollout-drain: 5s}}");

    assertThat(file.experiment().variants())
        .extracting(Variant::name, it -> it.setting(Variant.REPLICAS, "by default"))
        .containsExactly(tuple("baseline", "2"), tuple("haproxy", "by default"));
    Plan plan = file.experiment().plans().get(0);
    assertThat(RolloutSettings.of(plan.properties()))
        .isEqualTo(
            new RolloutSettings(
                Optional.of("order"), Duration.ofSeconds(5), Duration.ofSeconds(3), false));
    assertThat(plan.jmx()).isEqualTo(Plan.STEADY);
    assertThat(plan.judges(Metric.CHANGE_ERRORS)).isTrue();
    assertThat(plan.judges(Metric.ERROR_RATIO)).isFalse();
    assertThat(file.notes())
        .anyMatch(
            it ->
                it.contains("the processes of order are replaced one after the other")
                    && it.contains("it gets SIGTERM 5.00 s later")
                    && it.contains("as an upper bound"));
  }

  @Test
  void aRolloutMayScaleInstead() throws IOException {
    ExperimentFile file =
        read("haproxy", "{name: rollout, duration: 60s, properties: {rollout-kind: scale}}");

    assertThat(RolloutSettings.of(file.experiment().plans().get(0).properties()).scales()).isTrue();
    assertThat(file.notes())
        .anyMatch(
            it ->
                it.contains("all processes of order but one end together")
                    && it.contains("are started again 3.00 s later"));
  }

  @Test
  void withoutADrainAnyArmIsReplaced() throws IOException {
    assertThat(
            read("caddy", "{name: rollout, duration: 60s, properties: {rollout-drain: 0s}}")
                .notes())
        .anyMatch(it -> it.contains("SIGTERM while the data plane still chooses it"))
        .noneMatch(it -> it.contains("upper bound"));
  }

  @Test
  void anApplicationThatCannotBeReadIsTheOnlyProblem() {
    assertThatThrownBy(
            () ->
                written(
                    "{application: none.yaml, variants: [haproxy], plans: [{name: failover, duration: 90s}]}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("none.yaml")
        .hasMessageNotContaining("failover");
  }

  @Test
  void aClusterIsRefused() {
    assertThatThrownBy(
            () ->
                written(
                    "{platform: kubernetes, variants: [haproxy], plans: [{name: failover, duration: 90s}]}"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the plan failover on a cluster");
  }

  private ExperimentFile read(String arm, String plans) throws IOException {
    return written("{variants: [%s], plans: [%s]}".formatted(arm, plans));
  }

  private ExperimentFile written(String text) throws IOException {
    Path file = folder.resolve("experiment.yaml");
    Files.writeString(file, text);
    return new Configuration(Path.of(System.getProperty("meshgauge.home", "..")), Products.all())
        .file(file, Overrides.NONE);
  }
}
