package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.meshgauge.experiment.change.FailoverSettings.Fault;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Needs;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Workload;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real services, built beforehand, as child processes. */
class LocalPlatformIT {
  @TempDir Path folder;

  private final Path home = Path.of(System.getProperty("meshgauge.home", ".."));

  @BeforeEach
  void makeKeys() throws IOException, JOSEException {
    JWKSet keys = new JWKSet(new ECKeyGenerator(Curve.P_256).keyID("test").generate());
    Files.writeString(folder.resolve("jwks.json"), keys.toString());
  }

  @Test
  void fiveServicesBecomeReadyRespondAndLeaveNothingBehind() throws Exception {
    try (LocalPlatform platform = new LocalPlatform(home, Products.programs())) {
      assertThat(platform.problems(Needs.NOTHING)).isEmpty();
      Site site = site(platform);
      List<Workload> workloads;
      try (Deployment deployment =
          platform.deploy(
              site, LocalPlatform.direct(site), Map.of("payload-bytes", "64"), logs("direct"))) {
        workloads = deployment.workloads();
        assertThat(workloads).extracting(Workload::name).hasSize(5).contains("order", "gateway");
        assertThat(deployment.endedWorkloads()).isEmpty();
        assertThat(status(deployment.entry())).as("no token").isEqualTo(401);
      }
      assertThat(workloads).noneMatch(LocalPlatformIT::lives);
    }
  }

  @Test
  void failedServiceIsReportedWithItsLastLinesAndAllIsTakenDown() {
    try (LocalPlatform platform = new LocalPlatform(home, Products.programs())) {
      Site site = site(platform);
      Map<String, String> knobs = Map.of("failure-rate", "not-a-number");

      assertThatThrownBy(
              () -> platform.deploy(site, LocalPlatform.direct(site), knobs, logs("broken")))
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("not ready")
          .hasMessageContaining("exit status 1")
          .hasMessageContaining("not-a-number");
    }
  }

  @Test
  void killedServiceAndProxyAreRestartedUnderTheirNames() throws Exception {
    try (LocalPlatform platform = new LocalPlatform(home, Products.programs())) {
      Site site = site(platform);
      List<Workload> before;
      List<Workload> after;
      try (Deployment deployment =
          platform.deploy(site, oneEnvoy(site), Map.of(), logs("killed"))) {
        before = deployment.workloads();
        deployment.interrupt(List.of("gateway-proxy"), Fault.REFUSE).end();
        assertThat(status(deployment.entry())).isEqualTo(401);
        deployment.interrupt(List.of("gateway"), Fault.REFUSE).end();
        assertThat(status(deployment.entry())).isEqualTo(401);

        after = deployment.workloads();
        assertThat(deployment.endedWorkloads()).as("who was killed on purpose is none").isEmpty();
        assertThatThrownBy(() -> deployment.interrupt(List.of("order-proxy"), Fault.REFUSE))
            .isInstanceOf(PlatformException.class)
            .hasMessageContaining("there is no workload order-proxy; there are")
            .hasMessageContaining("gateway-proxy");
      }
      assertThat(after).extracting(Workload::name).containsExactlyElementsOf(names(before));
      assertThat(after)
          .filteredOn(it -> !before.contains(it))
          .extracting(Workload::name)
          .containsExactlyInAnyOrder("gateway", "gateway-proxy");
      assertThat(before).noneMatch(LocalPlatformIT::lives);
      assertThat(after).noneMatch(LocalPlatformIT::lives);
    }
  }

  private static List<String> names(List<Workload> workloads) {
    return workloads.stream().map(Workload::name).toList();
  }

  @Test
  void realEnvoyRunsInFrontOfTheGateway() throws Exception {
    try (LocalPlatform platform = new LocalPlatform(home, Products.programs())) {
      Site site = site(platform);
      DataPlane plane = oneEnvoy(site);
      try (Deployment deployment = platform.deploy(site, plane, Map.of(), logs("envoy"))) {
        List<Workload> proxies = deployment.workloads(Part.DATA_PLANE);
        assertThat(proxies).extracting(Workload::name).containsExactly("gateway-proxy");
        assertThat(status(deployment.entry())).isEqualTo(401);
        assertThat(platform.environment(SampleServices.APPLICATION.services()).facts())
            .containsKey("envoy.version");
      }
    }
  }

  private Site site(LocalPlatform platform) {
    return platform.prepare(SampleServices.ALL, folder.resolve("site"), folder);
  }

  private Path logs(String name) {
    return folder.resolve("logs-" + name);
  }

  private static boolean lives(Workload workload) {
    return ProcessHandle.of(workload.pid().orElseThrow()).map(ProcessHandle::isAlive).orElse(false);
  }

  private static int status(Address entry) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + entry + "/api/orders")).build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static DataPlane oneEnvoy(Site site) {
    DataPlane direct = LocalPlatform.direct(site);
    Address listener = site.free();
    Address admin = site.free();
    String config =
        """
        admin:
          address: {socket_address: {address: 127.0.0.1, port_value: %d}}
        static_resources:
          listeners:
          - name: in
            address: {socket_address: {address: 127.0.0.1, port_value: %d}}
            filter_chains:
            - filters:
              - name: envoy.filters.network.tcp_proxy
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy
                  stat_prefix: in
                  cluster: gateway
          clusters:
          - name: gateway
            load_assignment:
              cluster_name: gateway
              endpoints:
              - lb_endpoints:
                - endpoint:
                    address: {socket_address: {address: 127.0.0.1, port_value: %d}}
        """
            .formatted(admin.port(), listener.port(), site.serving().get("gateway").port());
    ProxyProcess proxy =
        new ProxyProcess("gateway-proxy", "gateway", new EnvoyType(), config, admin, 1);
    Map<io.meshgauge.topology.Hop, Address> dial = new java.util.HashMap<>(direct.dial());
    dial.put(site.topology().from(Topology.LOAD).get(0), listener);
    return new DataPlane(List.of(proxy), dial, List.of(), direct.wire());
  }
}
