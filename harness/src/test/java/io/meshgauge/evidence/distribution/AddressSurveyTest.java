package io.meshgauge.evidence.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls from several loopback addresses, at a balancer that is played by a tiny server. */
class AddressSurveyTest {
  private static final Hop ENTRY = new Hop("load", "gateway", Protocol.HTTP1);

  private final Map<String, Long> served = new ConcurrentHashMap<>();
  private final AtomicInteger calls = new AtomicInteger();
  private HttpServer balancer;
  private volatile ToIntFunction<InetAddress> choice = from -> 0;

  @BeforeEach
  void serve() throws IOException {
    balancer = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    balancer.createContext(
        "/",
        exchange -> {
          int chosen = choice.applyAsInt(exchange.getRemoteAddress().getAddress());
          if (chosen > 0) {
            served.merge(new Replica("gateway", chosen).name(), 1L, Long::sum);
          }
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    balancer.start();
  }

  @AfterEach
  void stop() {
    balancer.stop(0);
  }

  @Test
  void everyAddressAtItsReplicaIsProven() {
    choice = from -> 1 + from.getAddress()[2] % 3;

    assertThat(survey(Rule.IP_HASH))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.observed())
                  .isEqualTo("addresses by replica: {gateway=6, gateway-2=5, gateway-3=5}");
            });
  }

  @Test
  void oneReplicaForAllIsNoHash() {
    choice = from -> 2;

    assertThat(survey(Rule.IP_HASH))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN);
  }

  @Test
  void callsThatTakeTurnsAreNotSticky() {
    choice = from -> 1 + calls.getAndIncrement() % 3;

    assertThat(survey(Rule.IP_HASH))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
              assertThat(it.observed()).contains("calls from 127.0.0.1 ended at {gateway=1, ");
            });
  }

  @Test
  void nothingIsCalledWhereTheAddressDoesNotMatter() {
    choice = from -> 1;

    assertThat(survey(Rule.ROUND_ROBIN)).isEmpty();
    assertThat(served).isEmpty();
  }

  private List<Evidence> survey(Rule rule) {
    List<Server> servers =
        List.of(1, 2, 3).stream()
            .map(
                n ->
                    new Server(
                        new Replica("gateway", n),
                        Address.loopback(10_000 + n),
                        1,
                        Optional.empty()))
            .toList();
    Map<Hop, Address> dial = Map.of(ENTRY, Address.loopback(balancer.getAddress().getPort()));
    DataPlane plane =
        new DataPlane(List.of(), dial, List.of(), dial)
            .spreading(Map.of("gateway", new Balancing(rule, servers)));
    return new AddressSurvey(
            plane, new Guarantees(Proxies.BEFORE_SERVER, false), () -> Map.copyOf(served))
        .evidence();
  }
}
