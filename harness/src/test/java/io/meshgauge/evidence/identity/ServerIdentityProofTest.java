package io.meshgauge.evidence.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen of a server that ends TLS where the load enters. */
@Tag("rule-12")
class ServerIdentityProofTest {
  private static final Hop ENTRY = new Hop(Topology.LOAD, SampleServices.ENTRY, Protocol.HTTP1);
  private static final Guarantees CLAIMS =
      new Guarantees(Proxies.BEFORE_SERVER, false).withTlsAtEntry();

  @TempDir Path folder;
  private RunIdentities identities;

  @BeforeEach
  void makeIdentities() throws IOException {
    identities = RunIdentities.create(folder, SampleServices.ALL);
  }

  @Test
  void theRightServerIsTrustedByWhoTrustsTheRunsAuthorityAlone() throws Exception {
    HttpServer server = secure(SampleServices.ENTRY);
    try {
      assertThat(identity(server)).extracting(Evidence::promise).containsOnly(Promise.IDENTITY);
      assertThat(identity(server)).hasSize(2).allMatch(Evidence::proven);
      assertThat(plaintext(server).verdict()).isEqualTo(Verdict.PROVEN);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void aServerOfAnotherNameIsNotTheRightOne() throws Exception {
    HttpServer server = secure("auth");
    try {
      assertThat(identity(server))
          .extracting(Evidence::verdict)
          .containsExactly(Verdict.DISPROVEN, Verdict.PROVEN);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void withoutTlsNothingHolds() throws IOException {
    HttpServer server = HttpServer.create(free(), 0);
    answering(server);
    try {
      assertThat(identity(server)).noneMatch(Evidence::proven);
      assertThat(plaintext(server).verdict()).isEqualTo(Verdict.DISPROVEN);
    } finally {
      server.stop(0);
    }
  }

  /** NGINX says in plaintext that it was spoken to in plaintext; Traefik, where to speak TLS. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "400 Bad Request\r\n\r\n",
        "308 Permanent Redirect\r\nLocation: https://meshgauge:8443/\r\n\r\n"
      })
  void aBadRequestAndARedirectionAreRefusalsOfPlaintext(String said) throws IOException {
    Thread answers;
    try (ServerSocket server = new ServerSocket()) {
      server.bind(free());
      answers = new Thread(() -> say("HTTP/1.1 " + said, server));
      answers.start();
      Address address = Address.loopback(server.getLocalPort());

      assertThat(new PlaintextProbe(plane(address), CLAIMS).evidence().get(0).verdict())
          .isEqualTo(Verdict.PROVEN);
      assertThat(
              new PlaintextProbe(plane(address), new Guarantees(Proxies.BOTH_SIDES, true))
                  .evidence()
                  .get(0)
                  .verdict())
          .as("under mutual TLS nothing may be said in plaintext")
          .isEqualTo(Verdict.DISPROVEN);
    }
  }

  @Test
  void noServerIsMissing() throws IOException {
    Address nowhere;
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(free());
      nowhere = Address.loopback(socket.getLocalPort());
    }
    assertThat(new ServerIdentityProof(plane(nowhere), CLAIMS, identities).evidence())
        .extracting(Evidence::verdict)
        .containsOnly(Verdict.MISSING);
  }

  @Test
  void onlyTheEntryIsLookedAt() {
    Hop inner = new Hop(SampleServices.ENTRY, "order", Protocol.HTTP1);
    DataPlane plane =
        new DataPlane(List.of(), Map.of(), List.of(), Map.of(inner, Address.loopback(9)));

    assertThat(new ServerIdentityProof(plane, CLAIMS, identities).evidence()).isEmpty();
    assertThat(CLAIMS.encrypted(inner)).isFalse();
    assertThat(CLAIMS.encrypted(ENTRY)).isTrue();
  }

  private List<Evidence> identity(HttpServer server) {
    return new ServerIdentityProof(plane(address(server)), CLAIMS, identities).evidence();
  }

  private static Evidence plaintext(HttpServer server) {
    return new PlaintextProbe(plane(address(server)), CLAIMS).evidence().get(0);
  }

  private static Address address(HttpServer server) {
    return Address.loopback(server.getAddress().getPort());
  }

  private static DataPlane plane(Address address) {
    return new DataPlane(List.of(), Map.of(), List.of(), Map.of(ENTRY, address));
  }

  private static InetSocketAddress free() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private HttpServer secure(String workload) throws IOException, GeneralSecurityException {
    Credential own = identities.of(workload).orElseThrow();
    char[] password = new char[0];
    KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
    keys.load(null, null);
    keys.setKeyEntry("own", own.key(), password, own.chain().toArray(new X509Certificate[0]));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(free(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    answering(server);
    return server;
  }

  private static void answering(HttpServer server) {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private static void say(String answer, ServerSocket server) {
    try {
      while (true) {
        try (var socket = server.accept()) {
          socket.getInputStream().read(new byte[1_024]);
          socket.getOutputStream().write(answer.getBytes());
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }
}
