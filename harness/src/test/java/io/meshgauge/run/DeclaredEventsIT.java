package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.identity.RenewalProof;
import io.meshgauge.evidence.policy.PolicyUpdateProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.local.LocalPlatform;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.product.Product;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.fault.CertificateRotation;
import io.meshgauge.run.fault.PolicyUpdate;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.DynamicConfig;
import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model of Istio's sidecars with the real services, changed while requests go through. */
@Tag("long")
class DeclaredEventsIT {
  @TempDir Path folder;

  private final ProxyProbe probe = new ProxyProbe(new Scraper());

  @BeforeEach
  void findEnvoy() {
    EnvoyBinary.orSkip();
  }

  @Test
  void newCertificatesAreUsedEverywhereWithoutFailedRequests() throws Exception {
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Variant plain = Variant.plain("istio-mtls");
    try (LocalPlatform platform = platform();
        Deployment deployment =
            platform.deploy(order(plain, Set.of(SoakAct.ROTATE_CERTIFICATES), identities))) {
      DataPlane plane = deployment.dataPlane();
      Map<String, Set<BigInteger>> before = shown(plane);
      CertificateRotation rotation = new CertificateRotation(identities, plane, probe);
      assertThat(rotation.victim()).isEqualTo("6 proxies");

      Map<Integer, Integer> answers;
      try (Requests requests = new Requests(deployment.entry(), token(identities))) {
        requests.await(20);
        rotation.carryOut();
        requests.await(20);
        rotation.carryOut();
        requests.await(20);
        answers = requests.answers;
      }

      assertThat(answers).containsOnlyKeys(200);
      shown(plane)
          .forEach(
              (proxy, serials) ->
                  assertThat(serials)
                      .as(proxy)
                      .hasSize(1)
                      .doesNotContainAnyElementsOf(before.get(proxy)));
      List<Evidence> evidence = new RenewalProof(plane, identities).evidence();
      assertThat(evidence).hasSize(5).allMatch(Evidence::proven, "proven");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"istio-mtls", "istio-plaintext"})
  void policyIsEnforcedAfterThePushAndNotAfterItsRemoval(String key) throws Exception {
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    Variant policed = new Variant(key, key, "rbac", "default", new TreeMap<>());
    try (LocalPlatform platform = platform();
        Deployment deployment =
            platform.deploy(order(policed, Set.of(SoakAct.PUSH_POLICY), identities))) {
      DataPlane plane = deployment.dataPlane();
      PolicyUpdateProof proof =
          new PolicyUpdateProof(plane, Products.named(policed.mesh()).claims(policed), identities);
      assertThat(proof.evidence(false)).hasSize(5).allMatch(Evidence::proven, "proven");
      assertThat(proof.evidence(true)).noneMatch(Evidence::proven);

      Map<Integer, Integer> answers;
      try (Requests requests = new Requests(deployment.entry(), token(identities))) {
        requests.await(20);
        new PolicyUpdate(deployment, probe, proof, true).carryOut();
        assertThat(proof.evidence(true)).hasSize(5).allMatch(Evidence::proven, "proven");
        assertThat(proof.evidence(false)).noneMatch(Evidence::proven);
        requests.await(20);
        new PolicyUpdate(deployment, probe, proof, false).carryOut();
        assertThat(proof.evidence(false)).hasSize(5).allMatch(Evidence::proven, "proven");
        requests.await(20);
        answers = requests.answers;
      }

      assertThat(answers).containsOnlyKeys(200);
    }
  }

  @Test
  void proxiesThatKeepOldCertificatesAreFound() throws Exception {
    RunIdentities identities =
        RunIdentities.create(folder.resolve("identities"), SampleServices.ALL);
    try (LocalPlatform platform = platform();
        Deployment deployment =
            platform.deploy(order(Variant.plain("istio-mtls"), Set.of(), identities))) {
      DataPlane fixed = deployment.dataPlane();
      Map<String, String> holders = new TreeMap<>();
      fixed.proxies().forEach(proxy -> holders.put(proxy.name(), proxy.workload()));
      identities.renew();

      List<Evidence> evidence =
          new RenewalProof(fixed.changing(new DynamicConfig(holders, List.of())), identities)
              .evidence();

      assertThat(evidence)
          .hasSize(5)
          .allMatch(it -> it.verdict() == Verdict.DISPROVEN)
          .allMatch(it -> it.observed().contains("its certificate is"));
    }
  }

  private LocalPlatform platform() {
    return new LocalPlatform(
        Path.of(System.getProperty("meshgauge.home", "..")), Products.programs());
  }

  private Order order(Variant variant, Set<SoakAct> acts, RunIdentities identities) {
    Product mesh = Products.named(variant.mesh());
    return new Order(
        SampleServices.ALL,
        mesh.design(variant).prepared(acts),
        Map.of(),
        identities.folder(),
        folder.resolve("site"),
        folder.resolve("logs"));
  }

  private Map<String, Set<BigInteger>> shown(DataPlane plane) {
    Map<String, Set<BigInteger>> shown = new TreeMap<>();
    plane
        .proxies()
        .forEach(
            proxy ->
                shown.put(
                    proxy.name(), probe.control(plane).certificates(probe.pages(proxy.admin()))));
    return shown;
  }

  private static String token(RunIdentities identities) throws IOException {
    Properties tokens = new Properties();
    try (Reader reader = Files.newBufferedReader(identities.tokens())) {
      tokens.load(reader);
    }
    return tokens.getProperty("customer");
  }

  /** Sequential requests on persistent connections. */
  private static final class Requests implements AutoCloseable {
    private final Map<Integer, Integer> answers = new ConcurrentHashMap<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread;

    Requests(Address entry, String token) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + entry + "/api/orders"))
              .header("Authorization", "Bearer " + token)
              .header("Accept", "application/json")
              .build();
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      this.thread =
          new Thread(
              () -> {
                while (!over.get()) {
                  answers.merge(status(client, request), 1, Integer::sum);
                }
              });
      thread.start();
    }

    private static int status(HttpClient client, HttpRequest request) {
      try {
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      } catch (IOException e) {
        return -1;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return -2;
      }
    }

    /** Waits for a number of further responses. */
    void await(int more) throws InterruptedException {
      int due = count() + more;
      for (int i = 0; i < 1_000 && count() < due; i++) {
        Thread.sleep(30);
      }
      assertThat(count()).isGreaterThanOrEqualTo(due);
    }

    private int count() {
      return answers.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public void close() throws InterruptedException {
      over.set(true);
      thread.join(10_000);
    }
  }
}
