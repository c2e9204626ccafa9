package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOpening;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.platform.local.machine.Ports;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;

/** Two hops over HTTP and one over gRPC through real proxies, with tiny servers behind them. */
final class MiniMesh implements AutoCloseable {
  static final Hop ENTRY = new Hop("load", "gateway", Protocol.HTTP1);

  /** One call for each request that is not refused before. */
  static final Hop ORDER =
      new Hop(
          "gateway",
          "order",
          Protocol.HTTP1,
          new Calls(true, OptionalDouble.of(1), List.of(), List.of("forbidden"), List.of()),
          Probe.unknownTo(Protocol.HTTP1));

  static final Hop AUTH =
      new Hop("gateway", "auth", Protocol.GRPC, Calls.ONE, Probe.unknownTo(Protocol.GRPC));
  private static final Topology TOPOLOGY =
      Topology.of(List.of("auth", "order", "gateway"), List.of(ENTRY, ORDER, AUTH));

  private final Path folder;
  private final Ports ports = new Ports();
  private final List<Process> processes = new ArrayList<>();
  private final List<HttpServer> servers = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  final RunIdentities identities;
  final Product mesh;
  final DataPlane plane;

  private MiniMesh(Path folder, Variant variant) throws IOException {
    this.folder = folder;
    this.mesh = Products.ofKey(variant.mesh()).orElseThrow();
    assertThat(mesh.problems(variant, PlatformKind.LOCAL)).isEmpty();
    this.identities = RunIdentities.create(folder.resolve("identities"), TOPOLOGY);
    Map<String, Address> serving = new TreeMap<>();
    for (String service : TOPOLOGY.services()) {
      serving.put(service, serve(service));
    }
    Site site = new Site(TOPOLOGY, serving, ports, identities.folder(), folder);
    this.plane = mesh.design(variant).local(site);
  }

  static MiniMesh start(Path envoy, Path folder, Variant variant) throws IOException {
    MiniMesh mini = new MiniMesh(folder, variant);
    try {
      for (ProxyProcess proxy : mini.plane.proxies()) {
        mini.launch(envoy, proxy);
      }
      mini.plane.proxies().forEach(mini::awaitReady);
      return mini;
    } catch (IOException | RuntimeException | AssertionError e) {
      mini.close();
      throw e;
    }
  }

  Prover prover() {
    return new Prover(
        plane,
        mesh.claims(Variant.plain(mesh.descriptor().key())),
        new LocalProbeOrigin(identities, Thread::new));
  }

  /** Sends requests over a hop as its client would. */
  void send(Hop hop, int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      if (hop.protocol() == Protocol.HTTP1) {
        assertThat(get(hop, "")).isEqualTo(200);
      } else {
        call(hop, plane.dial().get(hop));
      }
    }
  }

  /** Calls a gRPC method that does not exist, and waits for the frame that ends the answer. */
  private static void call(Hop hop, Address address) throws IOException {
    try (Socket socket = PlaintextProbe.connect(address)) {
      socket.getOutputStream().write(ProbeOpening.request(hop));
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int type;
      do {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        type = in.readUnsignedByte();
        in.skipNBytes(5L + length);
      } while (type != 1);
    }
  }

  /** The status of a GET over a hop, with a bearer token when one is given. */
  int get(Hop hop, String token) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + plane.dial().get(hop) + "/api/orders"));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return exchange(request.build()).statusCode();
  }

  Map<String, Counters> counters() throws IOException {
    Map<String, Counters> all = new TreeMap<>();
    for (ProxyProcess proxy : plane.proxies()) {
      String body =
          exchange(HttpRequest.newBuilder(URI.create("http://" + proxy.admin() + "/stats")).build())
              .body();
      Map<String, Double> values = new TreeMap<>();
      for (String line : body.split("\n", -1)) {
        String[] parts = line.split(": ", 2);
        if (parts.length == 2 && parts[1].matches("\\d+")) {
          values.put(parts[0], Double.valueOf(parts[1]));
        }
      }
      all.put(proxy.name(), Counters.of(values));
    }
    return all;
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    servers.forEach(server -> server.stop(0));
    for (Process process : processes) {
      try {
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    ports.close();
  }

  private void launch(Path envoy, ProxyProcess proxy) throws IOException {
    Path config = folder.resolve(proxy.name() + ".yaml");
    Files.writeString(config, proxy.config());
    processes.add(
        new ProcessBuilder(
                envoy.toString(),
                "-c",
                config.toString(),
                "--disable-hot-restart",
                "--concurrency",
                "1",
                "--log-level",
                "warn")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(proxy.name() + ".log").toFile())
            .start());
  }

  private void awaitReady(ProxyProcess proxy) {
    HttpRequest ready =
        HttpRequest.newBuilder(URI.create("http://" + proxy.admin() + "/ready"))
            .timeout(Duration.ofSeconds(2))
            .build();
    await(proxy.name())
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .until(() -> exchange(ready).statusCode() == 200);
  }

  private HttpResponse<String> exchange(HttpRequest request) throws IOException {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Assertions.fail("interrupted");
    }
  }

  private Address serve(String service) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = ("{\"service\":\"" + service + "\"}").getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    servers.add(server);
    return Address.loopback(server.getAddress().getPort());
  }
}
