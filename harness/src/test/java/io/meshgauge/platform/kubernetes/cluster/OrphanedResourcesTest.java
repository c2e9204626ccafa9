package io.meshgauge.platform.kubernetes.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.platform.kubernetes.api.Owner;
import io.meshgauge.platform.kubernetes.api.OwnerTest;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true, https = false)
class OrphanedResourcesTest {
  private static final Logger SERVER = Logger.getLogger("io.fabric8.mockwebserver");
  private static final String ELSEWHERE = "me@elsewhere.test pid 1 since 2";

  KubernetesClient client;
  private final List<String> output = new ArrayList<>();

  @BeforeAll
  static void quietly() {
    SERVER.setLevel(Level.WARNING);
  }

  @BeforeEach
  void namespacesOfOthers() {
    namespace("default", Map.of());
    namespace("meshgauge-harness", Map.of(Owner.MANAGED_BY, Owner.NAME));
  }

  @Test
  void namespaceOfADeadProcessIsDeletedDespiteAFreshLease()
      throws IOException, InterruptedException {
    ours("meshgauge-1");
    lease("meshgauge-1", OwnerTest.deadHolder(), Duration.ZERO);

    assertThat(remove(false)).isEqualTo(1);

    assertThat(names()).containsExactly("default", "meshgauge-harness");
    assertThat(output)
        .containsExactly(
            "deleting: namespace meshgauge-1 with 0 deployments, 0 jobs, 0 pods",
            "deleted: meshgauge-1");
  }

  @Test
  void namespaceOfALivingProcessIsKeptDespiteAnOldLease() {
    ours("meshgauge-1");
    lease("meshgauge-1", Owner.fresh().holder(), Duration.ofHours(1));

    assertThat(remove(false)).isZero();

    assertThat(names()).contains("meshgauge-1");
    assertThat(output)
        .hasSize(2)
        .anyMatch(it -> it.startsWith("kept: meshgauge-1; its harness runs: "))
        .contains("no resources of a dead experiment on lab");
  }

  @Test
  void leaseDecidesForAnotherMachine() {
    ours("meshgauge-1");
    ours("meshgauge-2");
    lease("meshgauge-1", ELSEWHERE, Duration.ofSeconds(5));
    lease("meshgauge-2", ELSEWHERE, Duration.ofSeconds(70));

    assertThat(remove(false)).isEqualTo(1);

    assertThat(names()).contains("meshgauge-1").doesNotContain("meshgauge-2");
    assertThat(output)
        .anyMatch(it -> it.matches("kept: meshgauge-1; its lease was renewed \\d s ago by .*"));
  }

  @Test
  void newNamespaceWithoutLeaseIsKept() {
    ours("meshgauge-1");

    assertThat(remove(false)).isZero();

    assertThat(names()).contains("meshgauge-1");
    assertThat(output).contains("kept: meshgauge-1; made a moment ago");
  }

  @Test
  void namespaceThatStaysDoesNotKeepTheOthers() {
    for (String name : List.of("meshgauge-1", "meshgauge-2")) {
      ours(name);
      lease(name, ELSEWHERE, Duration.ofSeconds(70));
    }
    client
        .namespaces()
        .withName("meshgauge-1")
        .edit(
            it ->
                new NamespaceBuilder(it)
                    .editMetadata()
                    .addToFinalizers("example.com/keep")
                    .endMetadata()
                    .withNewStatus()
                    .addNewCondition()
                    .withType("NamespaceFinalizersRemaining")
                    .withStatus("True")
                    .withMessage("Some content has finalizers remaining: example.com/keep")
                    .endCondition()
                    .endStatus()
                    .build());

    Wait moment = new Wait(Duration.ofMillis(300), Duration.ofMillis(20));
    assertThatThrownBy(
            () ->
                OrphanedResources.remove(client, "lab", false, unused -> true, moment, output::add))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("not deleted on lab, for the reason above: meshgauge-1;");

    assertThat(names()).contains("meshgauge-1").doesNotContain("meshgauge-2");
    assertThat(output)
        .contains("deleted: meshgauge-2")
        .anyMatch(
            it -> it.contains("Some content has finalizers remaining: example.com/keep; see:"));
  }

  @Test
  void livingExperimentsAreDeletedOnlyOnRequest() {
    ours("meshgauge-1");
    lease("meshgauge-1", Owner.fresh().holder(), Duration.ZERO);

    assertThat(remove(true)).isEqualTo(1);

    assertThat(names()).containsExactly("default", "meshgauge-harness");
  }

  @Test
  void emptyClusterIsReported() {
    assertThat(remove(true)).isZero();

    assertThat(output).containsExactly("no resources of a dead experiment on lab");
    assertThat(names()).containsExactly("default", "meshgauge-harness");
  }

  @Test
  void partialRemovalDeletesTheRestAndFails() {
    ours("meshgauge-1");
    ours("meshgauge-2");
    lease("meshgauge-1", ELSEWHERE, Duration.ofSeconds(70));
    lease("meshgauge-2", ELSEWHERE, Duration.ofSeconds(70));

    assertThatThrownBy(
            () ->
                OrphanedResources.remove(client, "lab", false, "meshgauge-2"::equals, output::add))
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "not deleted on lab, for the reason above: meshgauge-1; resolve it, then run: meshgauge"
                + " down");

    assertThat(names()).contains("meshgauge-1").doesNotContain("meshgauge-2");
    assertThat(output).endsWith("deleted: meshgauge-2").noneMatch(it -> it.contains("nothing"));
  }

  @Test
  void freshLeaseOfAnotherMachineIsAwaited() {
    ours("meshgauge-1");
    lease("meshgauge-1", ELSEWHERE, Duration.ofSeconds(59));

    awaitLeases(Duration.ofSeconds(20));

    assertThat(output)
        .singleElement()
        .satisfies(it -> assertThat(it).startsWith("waiting: is the harness of meshgauge-1 alive"));
    assertThat(remove(false)).isEqualTo(1);
  }

  @Test
  void whoRenewsItsLeaseLives() {
    ours("meshgauge-1");
    lease("meshgauge-1", ELSEWHERE, Duration.ofSeconds(5));

    CompletableFuture<Void> renewal =
        CompletableFuture.runAsync(
            () -> {
              client.leases().inNamespace("meshgauge-1").delete();
              lease("meshgauge-1", ELSEWHERE, Duration.ZERO);
            },
            CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));
    awaitLeases(Duration.ofSeconds(20));
    renewal.join();

    assertThat(output).hasSize(1);
    assertThat(remove(false)).isZero();
  }

  @Test
  void localProcessesAndOldLeasesAreNotAwaited() throws IOException, InterruptedException {
    ours("meshgauge-1");
    lease("meshgauge-1", OwnerTest.deadHolder(), Duration.ZERO);
    ours("meshgauge-2");
    lease("meshgauge-2", Owner.fresh().holder(), Duration.ZERO);
    ours("meshgauge-3");
    lease("meshgauge-3", ELSEWHERE, Duration.ofSeconds(70));

    awaitLeases(Duration.ofMillis(10));

    assertThat(output).isEmpty();
  }

  @Test
  void undecidedLeaseEndsTheWaitWithAnError() {
    ours("meshgauge-1");
    lease("meshgauge-1", ELSEWHERE, Duration.ofSeconds(-3600));

    assertThatThrownBy(() -> awaitLeases(Duration.ofMillis(300)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("the lease of namespace meshgauge-1 neither expired nor was renewed")
        .hasMessageContaining("clocks");
  }

  private void awaitLeases(Duration limit) {
    OrphanedResources.awaitLeases(client, new Wait(limit, Duration.ofMillis(100)), output::add);
  }

  private int remove(boolean evenAlive) {
    return OrphanedResources.remove(client, "lab", evenAlive, namespace -> true, output::add);
  }

  private List<String> names() {
    return client.namespaces().list().getItems().stream()
        .map(it -> it.getMetadata().getName())
        .sorted()
        .toList();
  }

  private void ours(String name) {
    namespace(name, Owner.fresh().labels());
  }

  private void namespace(String name, Map<String, String> labels) {
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .build())
        .create();
  }

  private void lease(String namespace, String holder, Duration age) {
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withName(ExperimentNamespace.LEASE)
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(holder)
                .withLeaseDurationSeconds(60)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC).minus(age))
                .endSpec()
                .build())
        .create();
  }
}
