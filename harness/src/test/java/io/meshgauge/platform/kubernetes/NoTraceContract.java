package io.meshgauge.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.manifest.Labels;
import io.meshgauge.platform.kubernetes.mesh.ControlPlanes;
import io.meshgauge.platform.kubernetes.objects.Images;
import io.meshgauge.platform.kubernetes.pods.PodRegistry;
import io.meshgauge.product.istio.IstioControlPlane;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.design.ControlPlane.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Contract: no arm leaves resources to the next one, however its deployment ends. */
@Timeout(360)
abstract class NoTraceContract extends ControlPlaneContract {
  private static final String REVISION = "pod-template-hash";

  /**
   * The objects of an arm in its namespace.
   *
   * @param labels of the namespace
   * @param pods containers, labels and annotation names of the services' pods, by service
   * @param objects kinds and names of what exists besides pods
   */
  private record Traces(
      Map<String, String> labels, Map<String, Set<String>> pods, Set<String> objects) {}

  @Test
  void armsThatAreDeployedAtOnceHaveANamespaceEach(@TempDir Path folder) throws IOException {
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Variant variant = Variant.plain("baseline");
    String first;
    String second;
    try (KubernetesPlatform platform =
        platform(new ClusterTarget(context, null, 2, "meshgauge/", "0.1.0-snapshot", true))) {
      assertThat(platform.obtain(new Needs(Set.of(), List.of(), 2, List.of()))).isEmpty();
      try (Deployment one = platform.deploy(order(identities, folder.resolve("one"), variant));
          Deployment other = platform.deploy(order(identities, folder.resolve("two"), variant))) {
        first = ((KubernetesDeployment) one).cluster.namespaces().iterator().next();
        second = ((KubernetesDeployment) other).cluster.namespaces().iterator().next();
        assertThat(second).isEqualTo(first + "-2");
        assertThat(client.pods().inNamespace(second).list().getItems())
            .flatExtracting(pod -> pod.getSpec().getContainers())
            .extracting(it -> it.getResources().getRequests().get("cpu").toString())
            .hasSize(5)
            .containsOnly("15m");
        assertThat(one.endedWorkloads()).isEmpty();
        assertThat(other.endedWorkloads()).isEmpty();
      }
      assertThat(trialPods(second)).isEmpty();
    }
    assertThat(client.namespaces().withName(first).get()).isNull();
    assertThat(client.namespaces().withName(second).get()).isNull();
  }

  @Test
  void aGivenNamespaceHoldsOneArmAtATime() {
    String namespace = fresh();
    try (KubernetesPlatform platform = platform(target(namespace))) {
      assertThat(platform.obtain(new Needs(Set.of(), List.of(), 2, List.of())))
          .get()
          .asString()
          .startsWith("the namespace %s is given".formatted(namespace));
    }
  }

  @Test
  void meshSwitchLeavesNoTraceOfTheFormer(@TempDir Path folder) throws IOException {
    assumeTrue(
        client != null && new ControlPlanes(client).of(IstioControlPlane.SIDECARS).installed(),
        "no Istio on the cluster");
    String namespace = fresh();
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Needs needs = new Needs(Set.of("envoy"), List.of(IstioControlPlane.SIDECARS));
    try (KubernetesPlatform platform = platform(target(namespace))) {
      platform.obtain(needs);
      Traces istio = deployed(platform, identities, folder.resolve("a"), namespace, "istio-mtls");
      final Set<String> afterIstio = objects(namespace);
      Traces envoy = deployed(platform, identities, folder.resolve("b"), namespace, "envoy");
      final Set<String> afterEnvoy = objects(namespace);
      Traces again = deployed(platform, identities, folder.resolve("c"), namespace, "istio-mtls");

      assertThat(istio.pods()).hasSize(5).allSatisfy((name, in) -> assertThat(in).isNotEmpty());
      assertThat(istio.pods().get("order")).anyMatch(it -> it.contains("istio-proxy"));
      assertThat(istio.labels().keySet()).anyMatch(it -> it.contains("istio"));
      assertThat(envoy.labels().keySet()).noneMatch(it -> it.contains("istio"));
      assertThat(envoy.pods().values())
          .allSatisfy(in -> assertThat(in).noneMatch(it -> it.contains("istio")));
      assertThat(envoy.objects()).noneMatch(it -> it.contains("istio.io"));
      assertThat(afterEnvoy).as("what both leave in the namespace").isEqualTo(afterIstio);
      assertThat(again).as("the same arm once more").isEqualTo(istio);
    }
  }

  /** As a waypoint that its control plane has made, and that cannot start. */
  @Test
  void crashingPodIsNamedBeforeTheServices(@TempDir Path folder) throws IOException {
    String namespace = fresh();
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    try (KubernetesPlatform platform = platform(target(namespace))) {
      platform.obtain(Needs.NOTHING);
      client
          .resource(
              new PodBuilder()
                  .withNewMetadata()
                  .withName("waypoint")
                  .withNamespace(namespace)
                  .endMetadata()
                  .withNewSpec()
                  .addNewContainer()
                  .withName("istio-proxy")
                  .withImage(new Images(target(namespace)).of("gateway"))
                  .withImagePullPolicy("IfNotPresent")
                  .withCommand("java", "--no-such-option")
                  .endContainer()
                  .endSpec()
                  .build())
          .create();

      assertThatThrownBy(() -> platform.deploy(order(identities, folder)))
          .isInstanceOf(PlatformException.class)
          .hasMessageStartingWith(
              "not ready: pod waypoint: container istio-proxy cannot start: it crashed: ended with"
                  + " exit status 1")
          .hasMessageContaining("Unrecognized option: --no-such-option");
      assertThat(trialPods(namespace)).isEmpty();
    }
    assertThat(client.namespaces().withName(namespace).get()).isNull();
  }

  private Traces deployed(
      KubernetesPlatform platform,
      RunIdentities identities,
      Path folder,
      String namespace,
      String mesh) {
    try (Deployment deployment = platform.deploy(order(identities, folder, Variant.plain(mesh)))) {
      assertThat(deployment.endedWorkloads()).isEmpty();
      Map<String, Set<String>> pods = new TreeMap<>();
      for (Pod pod :
          client
              .pods()
              .inNamespace(namespace)
              .withLabel(Labels.TRIAL, "services")
              .list()
              .getItems()) {
        pods.put(PodRegistry.workload(pod), in(pod));
      }
      return new Traces(
          client.namespaces().withName(namespace).get().getMetadata().getLabels(),
          pods,
          objects(namespace));
    }
  }

  private static Set<String> in(Pod pod) {
    Set<String> all = new TreeSet<>();
    Stream.concat(
            pod.getSpec().getContainers().stream(), pod.getSpec().getInitContainers().stream())
        .map(Container::getName)
        .forEach(it -> all.add("container " + it));
    pod.getMetadata()
        .getLabels()
        .forEach(
            (name, value) -> {
              if (!name.equals(REVISION)) {
                all.add("label %s=%s".formatted(name, value));
              }
            });
    if (pod.getMetadata().getAnnotations() != null) {
      pod.getMetadata().getAnnotations().keySet().forEach(it -> all.add("annotation " + it));
    }
    return all;
  }

  /** Kinds and names of all that a mesh may have created in addition to the pods. */
  private Set<String> objects(String namespace) {
    List<HasMetadata> all = new ArrayList<>();
    all.addAll(client.services().inNamespace(namespace).list().getItems());
    all.addAll(client.configMaps().inNamespace(namespace).list().getItems());
    all.addAll(client.secrets().inNamespace(namespace).list().getItems());
    all.addAll(client.serviceAccounts().inNamespace(namespace).list().getItems());
    all.addAll(client.network().v1().networkPolicies().inNamespace(namespace).list().getItems());
    Set<String> names = new TreeSet<>();
    all.forEach(it -> names.add(it.getKind() + " " + it.getMetadata().getName()));
    for (Resource resource : IstioControlPlane.SIDECARS.resources()) {
      for (GenericKubernetesResource it :
          client
              .genericKubernetesResources(
                  new ResourceDefinitionContext.Builder()
                      .withGroup(resource.group())
                      .withVersion(resource.version())
                      .withPlural(resource.plural())
                      .withNamespaced(true)
                      .build())
              .inNamespace(namespace)
              .list()
              .getItems()) {
        names.add(it.getApiVersion() + " " + it.getKind() + " " + it.getMetadata().getName());
      }
    }
    return names;
  }
}
