package io.meshgauge.run.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceGroupsTest {
  private static final String APPLICATION =
      """
      name: one
      services: {web: {port: 1, protocol: http, settings: [payload-bytes, added-delay], run: {command: [web], setting: "${name}"}}}
      load: web
      requests: {get: {path: /}}
      """;
  private static final String ARMS = "arms: {header: baggage, settings: [added-delay]}\n";

  @TempDir Path folder;

  @Test
  void armsWithTheSameSettingsShareServicesAndOthersFormGroupsOfTheirOwn() throws IOException {
    assertThat(
            groups(
                ARMS,
                """
                variants:
                  - istio-mtls
                  - {name: delayed, mesh: baseline, settings: {added-delay: 1ms}}
                  - {name: large, mesh: istio-mtls, settings: {payload-bytes: 4096}}
                  - {name: large-plain, mesh: baseline, settings: {payload-bytes: 4096}}
                """))
        .containsExactly(
            List.of("baseline", "istio-mtls", "delayed", "baseline-again"),
            List.of("large", "large-plain"));
  }

  @Test
  void armsWithReplicasOrBackendsOfTheirOwnShareNone() throws IOException {
    Experiment experiment =
        experiment(
            ARMS,
            """
            variants:
              - istio-mtls
              - {name: spread, mesh: haproxy, settings: {replicas: 2}}
              - istio-ambient
              - {name: traced, mesh: istio-mtls, telemetry: tracing-10%}
            """);
    ServiceGroups groups = ServiceGroups.of(experiment, experiment.plans().get(0));

    assertThat(groups.groups())
        .containsExactly(
            experiment.arms().stream().filter(arm -> groups.of(arm).isPresent()).toList());
    assertThat(experiment.arms().stream().filter(arm -> groups.of(arm).isEmpty()))
        .extracting(Variant::name)
        .containsExactly("spread", "traced");
    assertThat(
            ServiceGroups.obstacle(
                experiment, experiment.plans().get(0), experiment.variants().get(2)))
        .contains("it has replicas of the services");
    assertThat(
            ServiceGroups.obstacle(
                experiment, experiment.plans().get(0), experiment.variants().get(4)))
        .contains("its telemetry has backends of its own");
  }

  @Test
  void servicesThatDoNotReadTheArmAreNotShared() throws IOException {
    assertThat(groups("", "variants: [istio-mtls]\n")).isEmpty();
  }

  @Test
  void oneWindowAfterTheOtherNeedsNoSharing() throws IOException {
    assertThat(groups(ARMS, "variants: [istio-mtls]\nprotocol: {windows: 1}\n")).isEmpty();
  }

  private List<List<String>> groups(String arms, String more) throws IOException {
    Experiment experiment = experiment(arms, more);
    return ServiceGroups.of(experiment, experiment.plans().get(0)).groups().stream()
        .map(group -> group.stream().map(Variant::name).toList())
        .toList();
  }

  private Experiment experiment(String arms, String more) throws IOException {
    Path home = SampleHome.in(folder);
    Files.writeString(folder.resolve("one.yaml"), APPLICATION + arms);
    Path file =
        Files.writeString(folder.resolve("experiment.yaml"), "application: one.yaml\n" + more);
    return new Configuration(home, Products.all()).file(file, Overrides.NONE).experiment();
  }
}
