package io.meshgauge.sample.common.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.meshgauge.sample.common.peer.PeerFailure;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.testing.FakeHttp;
import io.meshgauge.sample.common.testing.FakeHttp.Reply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HttpPeerTest {

  private static final PeerTimeouts QUICK =
      new PeerTimeouts(Duration.ofMillis(300), Duration.ofMillis(300));
  private static final PeerTimeouts PATIENT =
      new PeerTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(10));

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private HttpPeer peer(String base, PeerTimeouts timeouts) {
    return new HttpPeer("order", base, timeouts, registry);
  }

  private long timed(String status) {
    return registry
        .get("http.client.requests")
        .tags("peer", "order", "uri", "/orders", "status", status)
        .timer()
        .count();
  }

  @Test
  void handsOnTheHeadersOfTheCurrentRequestAndTimesTheCall() throws IOException {
    try (FakeHttp order = new FakeHttp(asked -> new Reply(201, "application/json", "{}"));
        HttpPeer peer = peer(order.base(), PATIENT);
        PropagatedHeaders.Scope scope =
            new PropagatedHeaders(Map.of("traceparent", "00-aa-bb-01", "authorization", "Bearer t"))
                .enter()) {
      HttpReply reply =
          peer.post("/orders", "[1]".getBytes(StandardCharsets.UTF_8), Map.of("x-own", "1"));

      assertThat(reply.status()).isEqualTo(201);
      assertThat(reply.contentType()).isEqualTo("application/json");
      assertThat(order.asked()).hasSize(1);
      FakeHttp.Asked asked = order.asked().get(0);
      assertThat(asked.line()).isEqualTo("POST /orders");
      assertThat(asked.body()).isEqualTo("[1]");
      assertThat(asked.headers())
          .containsEntry("traceparent", "00-aa-bb-01")
          .containsEntry("authorization", "Bearer t")
          .containsEntry("x-own", "1")
          .containsEntry("content-type", "application/json; charset=UTF-8");
      assertThat(timed("201")).isEqualTo(1);
    }
  }

  @Test
  void aSlowPeerIsATimeout() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    try (FakeHttp order =
            new FakeHttp(
                asked -> {
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return new Reply(200, "text/plain", "late");
                });
        HttpPeer peer = peer(order.base(), QUICK)) {
      assertThatExceptionOfType(PeerFailure.class)
          .isThrownBy(() -> peer.get("/orders", Map.of()))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(PeerFailure.Kind.TIMEOUT))
          .withMessage("order: no answer in time");
      assertThat(timed("TIMEOUT")).isEqualTo(1);
    }
  }

  @Test
  void anAbsentPeerIsUnreachableAndDoesNotAnswer() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    try (HttpPeer peer = peer("http://127.0.0.1:" + closed, PATIENT)) {
      assertThatExceptionOfType(PeerFailure.class)
          .isThrownBy(() -> peer.get("/orders", Map.of()))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(PeerFailure.Kind.UNREACHABLE));
      assertThat(timed("IO_ERROR")).isEqualTo(1);
      assertThat(peer.answers()).isFalse();
    }
  }

  @Test
  void aProbeIsAnsweredButNotTimed() throws IOException {
    try (FakeHttp order = new FakeHttp(asked -> new Reply(200, "text/plain", "up"));
        HttpPeer peer = peer(order.base(), PATIENT)) {
      assertThat(peer.answers()).isTrue();
      assertThat(registry.find("http.client.requests").timer()).isNull();
    }
  }

  @Test
  void anAddressWithoutHostIsRefusedWithTheNameOfTheProperty() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> peer("127.0.0.1:80", PATIENT).close())
        .withMessage("meshgauge.peer.order is '127.0.0.1:80', expected http://host:port");
  }

  @Test
  void aRequestTakesThePathOfItsArm() throws IOException {
    try (FakeHttp first = new FakeHttp(asked -> new Reply(200, "text/plain", "0"));
        FakeHttp second = new FakeHttp(asked -> new Reply(200, "text/plain", "1"));
        HttpPeer peer = peer(first.base() + second.base().replace("http://", ","), PATIENT);
        PropagatedHeaders.Scope scope =
            new PropagatedHeaders(Map.of("baggage", "meshgauge.arm=01")).enter()) {
      assertThat(peer.get("/orders", Map.of()).body()).isEqualTo(new byte[] {'1'});
      assertThat(first.asked()).isEmpty();
      assertThat(second.asked().get(0).headers()).containsEntry("baggage", "meshgauge.arm=01");
    }
  }
}
