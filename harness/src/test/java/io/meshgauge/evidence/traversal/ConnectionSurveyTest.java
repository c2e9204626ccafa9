package io.meshgauge.evidence.traversal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.Balancing.Unit;
import io.meshgauge.topology.plane.DataPlane;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Connections at a balancer that is played by a tiny server, which says where each request goes.
 */
class ConnectionSurveyTest {
  private static final Hop ENTRY = new Hop("load", "gateway", Protocol.HTTP1);

  private final Map<String, Long> served = new ConcurrentHashMap<>();
  private ServerSocket balancer;

  /** The replica of a request, 1 to 3, by the number of its connection and its own number on it. */
  private volatile IntBinaryOperator choice = (connection, request) -> 1;

  @BeforeEach
  void serve() throws IOException {
    balancer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(this::accept);
    accepting.setDaemon(true);
    accepting.start();
  }

  @AfterEach
  void stop() throws IOException {
    balancer.close();
  }

  @Test
  void connectionsInTurnWhoseRequestsStayTogetherAreProven() {
    choice = (connection, request) -> 1 + connection % 3;

    assertThat(survey(Rule.ROUND_ROBIN, Unit.CONNECTIONS))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.subject()).isEqualTo("gateway: connections, in turn");
              assertThat(it.expected())
                  .isEqualTo(
                      "both requests of each of 24 connections at one replica, and connections in the shares 1 : 1 : 1, give or take 2");
              assertThat(it.observed())
                  .isEqualTo("connections by replica: {gateway=8, gateway-2=8, gateway-3=8}");
            });
  }

  @Test
  void requestsThatAreSpreadOneByOneAreNoConnections() {
    choice = (connection, request) -> 1 + (connection + request) % 3;

    assertThat(survey(Rule.ROUND_ROBIN, Unit.CONNECTIONS))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
              assertThat(it.observed())
                  .startsWith("of 24 connections requests ended at several replicas");
            });
  }

  @Test
  void allAtOneReplicaIsNeitherInTurnNorTheFewest() {
    assertThat(survey(Rule.ROUND_ROBIN, Unit.CONNECTIONS))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN);
    assertThat(survey(Rule.LEAST_CONNECTIONS, Unit.CONNECTIONS))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN);
  }

  @Test
  void fewestConnectionsMayDifferALittle() {
    choice = (connection, request) -> connection % 24 < 10 ? 1 : connection % 24 < 18 ? 2 : 3;

    assertThat(survey(Rule.LEAST_CONNECTIONS, Unit.CONNECTIONS))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN);
  }

  @Test
  void requestsThatWereNotServedLeaveTheProofMissing() {
    choice = (connection, request) -> request == 0 ? 1 : 0;

    assertThat(survey(Rule.ROUND_ROBIN, Unit.CONNECTIONS))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.MISSING);
  }

  @Test
  void whereRequestsAreSpreadNothingIsCalled() {
    assertThat(survey(Rule.ROUND_ROBIN, Unit.REQUESTS)).isEmpty();
    assertThat(survey(Rule.IP_HASH, Unit.CONNECTIONS)).isEmpty();
    assertThat(served).isEmpty();
  }

  private List<Evidence> survey(Rule rule, Unit unit) {
    List<Server> servers =
        IntStream.rangeClosed(1, 3)
            .mapToObj(
                n ->
                    new Server(
                        new Replica("gateway", n),
                        Address.loopback(10_000 + n),
                        1,
                        Optional.empty()))
            .toList();
    Map<Hop, Address> dial = Map.of(ENTRY, Address.loopback(balancer.getLocalPort()));
    DataPlane plane =
        new DataPlane(List.of(), dial, List.of(), dial)
            .spreading(Map.of("gateway", new Balancing(rule, unit, servers)));
    return new ConnectionSurvey(plane, () -> Map.copyOf(served)).evidence();
  }

  private void accept() {
    try {
      for (int connection = 0; ; connection++) {
        Socket socket = balancer.accept();
        int number = connection;
        Thread serving = new Thread(() -> answer(socket, number));
        serving.setDaemon(true);
        serving.start();
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void answer(Socket socket, int connection) {
    try (socket) {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      int request = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("GET ")) {
          int chosen = choice.applyAsInt(connection, request++);
          if (chosen > 0) {
            served.merge(new Replica("gateway", chosen).name(), 1L, Long::sum);
          }
        }
      }
    } catch (IOException closed) {
      // The survey has hung up.
    }
  }
}
