package io.meshgauge.platform.kubernetes.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service;
import io.meshgauge.topology.Service.Pages;
import io.meshgauge.topology.Service.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserManifestsTest {
  private static final Path EXAMPLES =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("examples");
  private static final List<Service> CART =
      List.of(
          service("web", 8080, Protocol.HTTP1),
          service("prices", 8080, Protocol.HTTP1),
          service("redis", 6379, Protocol.TCP));

  /** A workload and its Service, without problems; tests break it. */
  private static final String GOOD =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata: {name: shop}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: shop}
      spec:
        selector: {matchLabels: {part: shop}}
        template:
          metadata: {labels: {part: shop}}
          spec:
            serviceAccountName: shop
            containers:
              - name: server
                image: shop:1
                ports: [{name: web, containerPort: 9000}]
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: shop}
      spec:
        selector: {part: shop}
        ports: [{port: 80, targetPort: web}]
      """;

  @TempDir Path folder;

  private static Service service(String name, int port, Protocol protocol) {
    return new Service(name, protocol, port, Pages.NONE, Probe.NONE, List.of(), Optional.empty());
  }

  private List<String> problems(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("shop.yaml"), yaml);
    return UserManifests.read(file).problems(List.of(service("shop", 80, Protocol.HTTP1)), true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cart/k8s", "cart/k8s/kustomization.yaml/.."})
  void theExampleHasNoProblems(String path) {
    UserManifests manifests = UserManifests.read(EXAMPLES.resolve(path).normalize());

    assertThat(manifests.problems(CART, true)).isEmpty();
    assertThat(manifests.images())
        .containsExactly(
            "meshgauge-examples/cart-prices:1", "meshgauge-examples/cart-web:1", "redis:7.0.15");
    assertThat(manifests.ports(CART)).containsEntry("redis", 6379).containsEntry("web", 8080);
  }

  @Test
  void aFileAndAFolderWithoutAKustomizationAreRead() throws IOException {
    assertThat(problems(GOOD)).isEmpty();
    assertThat(UserManifests.read(folder).objects())
        .extracting(it -> it.file().getFileName() + ":" + it.line())
        .containsExactly("shop.yaml:1", "shop.yaml:5", "shop.yaml:19");
  }

  @Test
  void problemOfSeveralObjectsIsSaidOnceWithAllOfThem() throws IOException {
    String elsewhere =
        GOOD.replace("{name: shop}", "{name: shop, namespace: old}")
            .replace(
                "image: shop:1",
                "image: shop:1\n          env: [{name: A, value: 'db.prod:80 db.prod.svc'}]");

    assertThat(problems(elsewhere))
        .containsExactlyInAnyOrder(
            "%1$s:1: ServiceAccount shop names the namespace old; an experiment creates its own: remove metadata.namespace; the same of %1$s:5: Deployment shop, %1$s:20: Service shop"
                .formatted(folder.resolve("shop.yaml")),
            "%s:5: Deployment shop names the address db.prod, db.prod.svc of the namespace prod; expected the name of the Service alone, which is found in the experiment's namespace: write db"
                .formatted(folder.resolve("shop.yaml")));
  }

  @Test
  void serviceWithoutAPortNeedsNoService() throws IOException {
    String consumer = GOOD.substring(0, GOOD.lastIndexOf("---"));
    Path file = Files.writeString(folder.resolve("consumer.yaml"), consumer);
    UserManifests manifests = UserManifests.read(file);

    assertThat(manifests.problems(List.of(service("shop", 0, Protocol.HTTP1)), true)).isEmpty();
    assertThat(manifests.problems(List.of(service("shop", 80, Protocol.HTTP1)), true))
        .containsExactly("the service shop has no Service of its name; there are []");
  }

  @Test
  void aNamedTargetPortIsThatOfTheContainer() throws IOException {
    problems(GOOD);

    assertThat(UserManifests.read(folder).ports(List.of(service("shop", 80, Protocol.HTTP1))))
        .containsExactlyEntriesOf(java.util.Map.of("shop", 9000));
  }

  @Test
  void allProblemsAreReportedAtOnceWithFileLineAndObject() throws IOException {
    String broken =
        GOOD.replace("serviceAccountName: shop", "serviceAccountName: absent")
                .replace(
                    "image: shop:1", "image: shop:1\n          securityContext: {privileged: true}")
                .replace("port: 80,", "port: 81,")
                .replace("{part: shop}\n  ports", "{part: shop}\n  type: LoadBalancer\n  ports")
            + """
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: all}
            ---
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: nightly, namespace: other}
            """;

    List<String> problems = problems(broken);

    assertThat(problems)
        .anySatisfy(it -> assertThat(it).contains("shop.yaml:", "ClusterRole all", "beyond"))
        .anySatisfy(it -> assertThat(it).contains("CronJob nightly is not deployed"))
        .anySatisfy(it -> assertThat(it).contains("CronJob nightly names the namespace other"))
        .anySatisfy(it -> assertThat(it).contains("shop.yaml:5: Deployment shop", "privileged"))
        .anySatisfy(it -> assertThat(it).contains("Service shop has the type LoadBalancer"))
        .anySatisfy(it -> assertThat(it).contains("Service shop has no port 80", "[81]"))
        .anySatisfy(it -> assertThat(it).contains("refers to ServiceAccount absent"))
        .hasSize(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "containers:|hostNetwork: true\\n      containers:|hostNetwork",
        "containers:|volumes: [{name: v, hostPath: {path: /etc}}]\\n      containers:|hostPath",
        "selector: {matchLabels|replicas: 2\\n  selector: {matchLabels|has 2 replicas",
        "{name: web, containerPort: 9000}|{name: web, containerPort: 9000, hostPort: 80}|hostPort",
        "targetPort: web|targetPort: none|leads to a port that no container",
        "selector: {part: shop}|selector: {part: other}|Service shop selects",
        "image: shop:1|image: shop:1\\n          env: [{name: A, value: 'db.prod.svc.cluster.local:1'}]|db.prod.svc",
        "image: shop:1|image: shop:1\\n          env: [{name: A, value: 'db.prod:8080'}]|names the address db.prod of the namespace prod",
        "image: shop:1|image: shop:1\\n          env: [{name: A, value: 'http://db.prod/x'}]|names the address db.prod of the namespace prod",
        "image: shop:1|image: shop:1\\n          env: [{name: A, value: 'postgres://me:pw@db.prod:5432/x'}]|names the address db.prod",
        "image: shop:1|image: shop:1\\n          env: [{name: A, value: '-Ddb=db.prod.svc'}]|names the address db.prod",
        "image: shop:1|image: shop:1\\n          env: [{name: HTTP_PROXY, value: 'proxy:3128'}]|through a proxy (HTTP_PROXY)",
        "containers:|hostAliases: [{ip: 10.0.0.1, hostnames: [db]}]\\n      containers:|hostAliases",
        "containers:|dnsConfig: {searches: [prod.svc.cluster.local]}\\n      containers:|dnsConfig",
        "image: shop:1|image: shop:1\\n          envFrom: [{secretRef: {name: keys}}]|Secret keys",
        "image: shop:1|image: shop:1\\n          envFrom: [{configMapRef: {name: texts}}]|ConfigMap texts",
        "kind: ServiceAccount|kind: Job|Job shop is not deployed",
        "kind: ServiceAccount|kind: Shop|does not know what objects of this kind do",
      })
  void aManifestThatCannotBeMeasuredIsRefused(String good, String bad, String message)
      throws IOException {
    assertThat(GOOD).contains(good);

    assertThat(problems(GOOD.replace(good, bad.replace("\\n", "\n"))))
        .anySatisfy(it -> assertThat(it).contains(message));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application.yaml",
        "-Djava.util.logging.config.file=/etc/log.properties",
        "http://json-schema.org/draft-07/schema#",
        "https://www.w3.org/2001/XMLSchema",
        "10.0.0.1:8080",
        "12.30:00",
        "v1.2:3",
        "prices:8080",
        "http://prices:8080/items",
        "app.kubernetes.io/name"
      })
  void ordinaryValuesAreNoAddresses(String value) throws IOException {
    assertThat(
            problems(
                GOOD.replace(
                    "image: shop:1",
                    "image: registry.local:5000/shop:1\n          env: [{name: A, value: '%s'}]"
                        .formatted(value))))
        .isEmpty();
  }

  @Test
  void anAddressInASecretIsNamedWithoutItsValue() throws IOException {
    assertThat(
            problems(
                GOOD
                    + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: database}\nstringData: {url: 'http://me:pw@db.prod:80'}\n"))
        .singleElement()
        .asString()
        .contains("Secret database names an address of another namespace in its key url")
        .doesNotContain("pw", "prod");
  }

  @Test
  void anUndeclaredWorkloadAndASharedAccountAreRefused() throws IOException {
    String two =
        GOOD
            + "---\n"
            + GOOD.substring(GOOD.indexOf("---") + 4)
                .replace("{name: shop}", "{name: db}")
                .replace("part: shop", "part: db");

    assertThat(problems(two))
        .singleElement()
        .asString()
        .contains("Deployment db is none of the services shop");
    assertThat(
            UserManifests.read(folder)
                .problems(
                    List.of(service("shop", 80, Protocol.HTTP1), service("db", 80, Protocol.HTTP1)),
                    true))
        .singleElement()
        .asString()
        .contains("db", "shop", "share the service account shop");
  }

  @Test
  void aSecretsValueIsInNoProblem() throws IOException {
    String value = "c2VjcmV0LW9mLXByb2R1Y3Rpb24=";

    List<String> problems =
        problems(
            GOOD
                + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: tokens, namespace: prod}\ndata: {key: %s}\n"
                    .formatted(value));

    assertThat(problems).hasSize(2).noneMatch(it -> it.contains(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "helmCharts: [{name: shop}]",
        "secretGenerator: [{name: keys}]",
        "resources: ['https://example.com/shop.yaml']",
        "namespace: prod"
      })
  void aKustomizationOfAnotherToolIsRefusedWithTheRemedy(String key) throws IOException {
    Files.writeString(
        folder.resolve("kustomization.yaml"),
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n" + key + "\n");

    assertThatThrownBy(() -> UserManifests.read(folder))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("kustomization.yaml")
        .hasMessageContaining("helm template");
  }

  @Test
  void anAbsentFolderIsNamed() {
    assertThatThrownBy(() -> UserManifests.read(folder.resolve("absent")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("absent cannot be read");
  }
}
