package io.meshgauge.evidence.enforcement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.evidence.LocalProbeOrigin;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.Refusal;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a server on loopback that applies a rule late, and later on connections that are kept.
 */
class RuleProbesTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final Guarantees CLAIMS = new Guarantees(Proxies.NONE, false);

  @TempDir Path folder;
  private HttpServer server;
  private ExecutorService threads;
  private LocalProbeOrigin origin;
  private DataPlane plane;
  private RuleWatch watch;
  private volatile boolean rule;
  private volatile boolean keepsOld;
  private final Set<Integer> before = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    Hop hop = new Hop("gateway", "order", Protocol.HTTP1);
    Map<Hop, Address> wires = Map.of(hop, Address.loopback(server.getAddress().getPort()));
    RunIdentities identities =
        RunIdentities.create(folder, Topology.of(List.of("gateway", "order"), List.of()));
    origin = new LocalProbeOrigin(identities, Thread::new);
    plane = new DataPlane(List.of(), wires, List.of(), wires);
    watch = origin.rules(plane, CLAIMS, ProbeOptions.PLAIN);
  }

  @AfterEach
  void stop() {
    watch.close();
    server.stop(0);
    threads.shutdownNow();
  }

  /** Connections from before the change stay with the old rule while {@link #keepsOld}. */
  private void answer(HttpExchange exchange) throws IOException {
    int port = exchange.getRemoteAddress().getPort();
    if (!rule) {
      before.add(port);
    }
    boolean denied = rule && !(keepsOld && before.contains(port));
    byte[] body = (denied ? Refusal.WORDS : "no such page").getBytes();
    exchange.sendResponseHeaders(denied ? 403 : 404, denied ? body.length : 0);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Test
  void theTimeToTheFirstAndTheLastAnswerIsFoundOnBothKindsOfConnections() throws Exception {
    watch.ready(false, LIMIT);
    long begin = micros();
    TimeUnit.MILLISECONDS.sleep(200);
    rule = true;

    List<Transition> transitions = watch.transitions(true, begin, LIMIT);

    assertThat(transitions)
        .extracting(Transition::connections)
        .containsExactly(Connections.NEW, Connections.KEPT);
    assertThat(transitions)
        .allSatisfy(
            it -> {
              assertThat(it.service()).isEqualTo("order");
              assertThat(it.complete()).isTrue();
              assertThat(it.within()).isGreaterThanOrEqualTo(0.2);
              assertThat(it.last().orElseThrow()).isGreaterThan(0.1);
              assertThat(it.wrong()).isZero();
            });
  }

  @Test
  void aRuleThatKeptConnectionsDoNotGetIsFoundThereOnly() throws Exception {
    keepsOld = true;
    watch.ready(false, LIMIT);
    long begin = micros();
    rule = true;

    List<Transition> transitions = watch.transitions(true, begin, Duration.ofSeconds(1));

    assertThat(transitions.get(0).complete()).isTrue();
    assertThat(transitions.get(1).complete()).isFalse();
    assertThat(transitions.get(1).first()).isEmpty();
    assertThat(transitions.get(1).within()).isGreaterThan(0.9);
  }

  @Test
  void itDoesNotBeginWhereTheRuleInForceIsAnother() {
    rule = true;

    assertThatThrownBy(() -> watch.ready(false, Duration.ofSeconds(1)))
        .isInstanceOf(EnforcementException.class)
        .hasMessageContaining("requests must be allowed at every proxy")
        .hasMessageContaining("gateway → order (status 403)");
  }

  @Test
  void aServerThatIsGoneIsWrongAnswersAndNeverComplete() throws Exception {
    watch.ready(false, LIMIT);
    long begin = micros();
    server.stop(0);

    List<Transition> transitions = watch.transitions(true, begin, Duration.ofMillis(600));

    assertThat(transitions)
        .allSatisfy(
            it -> {
              assertThat(it.wrong()).isPositive();
              assertThat(it.complete()).isFalse();
            });
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  @Test
  void aNewProcessIsAskedAtItsOwnHostOnAKeptConnectionOnly() {
    String host = server.getAddress().getAddress().getHostAddress();
    Map<Hop, Address> away =
        Map.of(
            new Hop("gateway", "order", Protocol.HTTP1),
            new Address("192.0.2.1", server.getAddress().getPort()));
    DataPlane elsewhere = new DataPlane(List.of(), plane.dial(), List.of(), away);
    long begin = micros();
    try (RuleWatch answers = new Prover(elsewhere, CLAIMS, origin).answers("order", host)) {
      answers.ready(false, LIMIT);

      assertThat(answers.transitions(false, begin, LIMIT))
          .singleElement()
          .satisfies(
              it -> {
                assertThat(it.connections()).isEqualTo(Connections.KEPT);
                assertThat(it.first().orElseThrow()).isPositive();
              });
    }
  }
}
