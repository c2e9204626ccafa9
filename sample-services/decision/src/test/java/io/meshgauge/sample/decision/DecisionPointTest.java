package io.meshgauge.sample.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.envoyproxy.envoy.config.core.v3.Address;
import io.envoyproxy.envoy.config.core.v3.Metadata;
import io.envoyproxy.envoy.config.core.v3.SocketAddress;
import io.envoyproxy.envoy.service.auth.v3.AttributeContext;
import io.envoyproxy.envoy.service.auth.v3.AuthorizationGrpc;
import io.envoyproxy.envoy.service.auth.v3.CheckRequest;
import io.envoyproxy.envoy.service.auth.v3.CheckResponse;
import io.envoyproxy.envoy.type.v3.StatusCode;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program, asked as a proxy asks it. */
class DecisionPointTest {
  private static final String ORDERS =
      """
      {"host": "127.0.0.1", "port": 0, "adminPort": 0, "identities": true, "remember": %d,
       "policy": {"kind": "abac", "services": {"gateway": [
         {"name": "filler-00001", "methods": ["GET"], "paths": ["/filler/00001"]},
         {"name": "checkout", "callers": ["load"], "methods": ["POST"], "paths": ["/api/orders"],
          "roles": ["customer"], "claims": {"risk": ["low", "medium"]},
          "headers": {"content-type": ["application/json*"]}, "sources": ["127.0.0.0/8"],
          "hours": {"from": "00:00", "until": "24:00"}}]}}}
      """;

  @TempDir Path folder;
  private DecisionPoint point;
  private ManagedChannel channel;

  @AfterEach
  void end() {
    if (channel != null) {
      channel.shutdownNow();
    }
    if (point != null) {
      point.close();
    }
  }

  @Test
  void aRequestThatTheRulesAllowPassesAndAnyOtherIsAnswered403() throws Exception {
    start(0);

    assertThat(ask("customer", "low").getStatus().getCode()).isZero();
    CheckResponse refused = ask("customer", "high");
    assertThat(refused.getStatus().getCode()).isNotZero();
    assertThat(refused.getDeniedResponse().getStatus().getCode()).isEqualTo(StatusCode.Forbidden);
    assertThat(ask("guest", "low").getStatus().getCode()).isNotZero();
    assertThat(get("/stats"))
        .isEqualTo("decision.allowed: 1\ndecision.denied: 2\ndecision.remembered: 0\n");
    assertThat(get("/ready")).isEqualTo("LIVE\n");
  }

  @Test
  void whatWasDecidedBeforeIsRememberedAndCounted() throws Exception {
    start(16);

    for (int i = 0; i < 5; i++) {
      assertThat(ask("customer", "low").getStatus().getCode()).isZero();
      assertThat(ask("guest", "low").getStatus().getCode()).isNotZero();
    }
    assertThat(get("/stats"))
        .isEqualTo("decision.allowed: 5\ndecision.denied: 5\ndecision.remembered: 8\n");
  }

  @Test
  void theMemoryHasABound() throws Exception {
    start(2);

    ask("customer", "low");
    ask("customer", "medium");
    ask("customer", "high");
    ask("customer", "low");
    assertThat(get("/stats")).contains("decision.remembered: 0\n");
    ask("customer", "low");
    assertThat(get("/stats")).contains("decision.remembered: 1\n");
  }

  @Test
  void ordersThatCannotBeCarriedOutAreRefusedWithTheReason() throws IOException {
    Path none = Files.writeString(folder.resolve("none.json"), "{\"host\": \"127.0.0.1\"}");
    Path broken = Files.writeString(folder.resolve("broken.json"), "{");

    assertThatThrownBy(() -> Orders.read(none)).hasMessageContaining("none.json");
    assertThatThrownBy(() -> Orders.read(broken)).hasMessageContaining("expected host, port");
    assertThatThrownBy(() -> DecisionPoint.main(new String[0]))
        .hasMessageContaining("expected one");
  }

  private void start(int remember) throws IOException {
    Path orders = Files.writeString(folder.resolve("orders.json"), ORDERS.formatted(remember));
    Clock clock = Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);
    point = DecisionPoint.start(Orders.read(orders), clock);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", point.port()).usePlaintext().build();
  }

  private CheckResponse ask(String role, String risk) {
    Struct payload =
        Struct.newBuilder()
            .putFields(
                "roles",
                Value.newBuilder()
                    .setListValue(ListValue.newBuilder().addValues(text(role)))
                    .build())
            .putFields("risk", text(risk))
            .putFields("exp", Value.newBuilder().setNumberValue(1).build())
            .build();
    AttributeContext.Builder context = AttributeContext.newBuilder();
    context
        .getSourceBuilder()
        .setPrincipal("spiffe://cluster.local/ns/meshgauge/sa/load")
        .setAddress(
            Address.newBuilder()
                .setSocketAddress(SocketAddress.newBuilder().setAddress("127.0.0.1")));
    context
        .getRequestBuilder()
        .getHttpBuilder()
        .setMethod("POST")
        .setPath("/api/orders?page=2")
        .putHeaders("content-type", "application/json");
    context.setMetadataContext(
        Metadata.newBuilder()
            .putFilterMetadata(
                "envoy.filters.http.jwt_authn",
                Struct.newBuilder()
                    .putFields("payload", Value.newBuilder().setStructValue(payload).build())
                    .build()));
    return AuthorizationGrpc.newBlockingStub(channel)
        .check(CheckRequest.newBuilder().setAttributes(context).build());
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  private String get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(point.adminPort(), path));
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
