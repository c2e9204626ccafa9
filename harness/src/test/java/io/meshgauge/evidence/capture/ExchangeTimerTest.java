package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ExchangeTimerTest {
  private static final Address SERVER = Address.loopback(8_080);
  private static final long START = 1_700_000_000_000_000_000L;
  private static final byte DATA = 0x17;
  private static final byte HANDSHAKE = 0x16;

  private final ExchangeTimer timer = new ExchangeTimer();

  @Test
  void anExchangeLastsFromTheFirstByteOfTheRequestToTheLastOfTheAnswer() {
    request(1, 0);
    request(1, 100);
    answer(1, 2_000);
    answer(1, 2_400);
    request(1, 5_000);
    answer(1, 5_700);

    assertThat(timed().byMicros()).isEqualTo(Map.of(2_400, 1L, 700, 1L));
  }

  @Test
  void connectionsAreKeptApart() {
    request(1, 0);
    request(2, 300);
    answer(2, 1_300);
    answer(1, 4_000);

    assertThat(timed().byMicros()).isEqualTo(Map.of(4_000, 1L, 1_000, 1L));
  }

  @Test
  void aLongExchangeIsFollowedBeyondTheEndOfTheBurst() {
    request(1, 0);
    accept(captured(1, 2, true, 1_000, DATA), false);
    accept(captured(1, 2, false, 1_500, DATA), false);
    assertThat(timer.answered()).isFalse();
    accept(captured(1, 1, false, 90_000, DATA), false);

    assertThat(timer.answered()).isTrue();
    assertThat(timer.settled(START + 90_001_000)).as("more may follow").isFalse();
    assertThat(timer.settled(START + 96_000_000)).isTrue();
    assertThat(timed().byMicros()).as("nothing that began later").isEqualTo(Map.of(90_000, 1L));
  }

  @Test
  void whatBeganBeforeTheBurstIsNotTimed() {
    answer(1, 0);
    assertThat(timer.finish()).isEmpty();
  }

  @Test
  void requestsThatOverlapAreCountedAndNotTimed() {
    request(1, 0);
    request(1, 900);
    answer(1, 2_000);

    assertThat(timed()).isEqualTo(Exchanges.ONE_OVERLAPPING);
  }

  @Test
  void theHandshakeOfTlsIsNoRequest() {
    accept(captured(1, 1, true, 0, HANDSHAKE), true);
    answer(1, 700);
    assertThat(timer.finish()).isEmpty();
  }

  @Test
  void copiesOnOtherDevicesAreLeftOut() {
    request(1, 0);
    accept(captured(9, 1, true, 20, DATA), true);
    accept(captured(9, 1, false, 980, DATA), true);
    answer(1, 1_000);

    assertThat(timed().byMicros()).isEqualTo(Map.of(1_000, 1L));
  }

  @Test
  void anAnswerWithAnotherAddressOnTheDeviceOfTheRequestIsTimedWhereItHasThePods() {
    request(1, 0);
    accept(captured(9, 1, true, 20, DATA), true);
    accept(captured(9, 1, false, 980, DATA), true);
    request(1, 3_000);
    accept(captured(9, 1, false, 3_500, DATA), true);

    assertThat(timer.answered()).isTrue();
    assertThat(timed().byMicros()).isEqualTo(Map.of(980, 1L, 500, 1L));
  }

  @Test
  void everyConnectionCountsHoweverManyAWindowHas() {
    for (int client = 1; client <= 20_000; client++) {
      request(client, client * 10L);
      answer(client, client * 10L + 7);
    }

    assertThat(timed()).isEqualTo(new Exchanges(new TreeMap<>(Map.of(7, 20_000L)), 0, 0));
  }

  @Test
  void withoutTheKernelsTimesNothingIsTimed() {
    timer.accept(
        new CapturedSegment(1, 0, 0, new Segment(client(1), SERVER, 1, new byte[] {DATA})),
        SERVER,
        true);
    assertThat(timer.finish()).isEmpty();
  }

  @Test
  void theMeanIsGivenIfNearlyAllCouldBeTimed() {
    SortedMap<Integer, Long> micros = new TreeMap<>(Map.of(1_000, 99L, 21_000, 1L));

    Optional<HopLatency> found = new Exchanges(micros, 2, 1).latency("gateway", "order", Side.WIRE);

    assertThat(found)
        .contains(new HopLatency("gateway", "order", Side.WIRE, 100, 0.0012, 0.001, 0.001));
    assertThat(new Exchanges(micros, 2, 2).latency("gateway", "order", Side.WIRE)).isEmpty();
    assertThat(Exchanges.NONE.latency("gateway", "order", Side.WIRE)).isEmpty();
  }

  @Test
  void timesAreKeptToThreeDigits() {
    Exchanges both = Exchanges.lasting(12_345).plus(Exchanges.lasting(999)).plus(Exchanges.NONE);

    assertThat(both.byMicros()).isEqualTo(Map.of(12_300, 1L, 999, 1L));
    assertThat(both.timed()).isEqualTo(2);
  }

  @Test
  void exchangesAreTimedByTheKernelWherePacketsAreCaptured() throws Exception {
    assumeTrue(WireWatch.capturePermitted(), "packet capture needs root or CAP_NET_RAW");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          LockSupport.parkNanos(20_000_000);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    Address address = Address.loopback(server.getAddress().getPort());
    Map<Hop, Address> wire = Map.of(new Hop("load", "gateway", Protocol.HTTP1), address);
    DataPlane plane = new DataPlane(List.of(), wire, List.of(), wire);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + address.port() + "/")).build();
    HttpClient client = HttpClient.newHttpClient();
    try (WireWatch watch = WireWatch.start(plane, WireWatch.Extent.BURSTS, Thread::new)) {
      LockSupport.parkNanos(200_000_000);
      long before = System.nanoTime();
      for (int i = 0; i < 50; i++) {
        client.send(request, HttpResponse.BodyHandlers.discarding());
      }
      long all = System.nanoTime() - before;

      WireSightings seen = watch.finish();

      Exchanges exchanges = seen.at(address).exchanges();
      assertThat(exchanges.byMicros()).isNotEmpty();
      assertThat(exchanges.byMicros().firstKey()).isGreaterThanOrEqualTo(20_000);
      assertThat(exchanges.timed() + exchanges.overlapping() + exchanges.unanswered())
          .as("all in more than a second, which is several slices where there is more traffic")
          .isEqualTo(50);
      assertThat(exchanges.byMicros().lastKey())
          .as("no longer than the client waited, but for rounding")
          .isLessThanOrEqualTo((int) (all / 990));
      assertThat(seen.latencies(plane))
          .singleElement()
          .matches(it -> it.server().equals("gateway") && it.meanSeconds() >= 0.02);
    } finally {
      server.stop(0);
    }
  }

  private void request(int client, long micros) {
    accept(captured(1, client, true, micros, DATA), true);
  }

  private void answer(int client, long micros) {
    accept(captured(1, client, false, micros, DATA), true);
  }

  private void accept(CapturedSegment captured, boolean taking) {
    timer.accept(captured, SERVER, taking);
  }

  private Exchanges timed() {
    return timer.finish().getOrDefault(SERVER, Exchanges.NONE);
  }

  private static CapturedSegment captured(
      int device, int client, boolean request, long micros, byte kind) {
    Address from = request ? client(client) : SERVER;
    Address to = request ? SERVER : client(client);
    return new CapturedSegment(
        device, 0, START + micros * 1_000, new Segment(from, to, 1, new byte[] {kind, 3, 3}));
  }

  private static Address client(int number) {
    return Address.loopback(40_000 + number);
  }
}
