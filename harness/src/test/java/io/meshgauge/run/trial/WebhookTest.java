package io.meshgauge.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.soak.Alarm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhookTest {
  private final FakeSoak soak = new FakeSoak(10, Map.of());
  private final Alarm alarm =
      new Alarm(Alarm.Kind.DRIFT, 24, 25.5, "memory of \"payment\" rises", Optional.empty());
  private final List<String> bodies = new ArrayList<>();
  private HttpServer server;
  private int status = 204;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void alarmIsPostedAsJson() {
    messenger().send(soak.trial, alarm);

    assertThat(bodies)
        .singleElement()
        .asString()
        .contains("\"window\":25", "\"kind\":\"drift\"", "memory of \\\"payment\\\" rises");
    assertThat(soak.notes).isEmpty();
  }

  @Test
  void failingAddressIsReportedWithoutItsSecretPart() {
    status = 500;

    messenger().send(soak.trial, alarm);

    assertThat(bodies).as("tried again").hasSize(3);
    assertThat(soak.notes)
        .singleElement()
        .asString()
        .contains("127.0.0.1", "answered 500")
        .doesNotContain("secret");
  }

  @Test
  void invalidAddressIsRefusedWithoutRepeatingIt() {
    assertThatThrownBy(() -> Webhook.of("secret-token", soak))
        .isInstanceOf(CannotRunException.class)
        .hasMessageContaining("MESHGAUGE_WEBHOOK")
        .hasMessageNotContaining("secret-token");
    Webhook.of(null, soak).send(soak.trial, alarm);
    assertThat(bodies).isEmpty();
  }

  private SoakTrial.Messenger messenger() {
    return Webhook.of("http://127.0.0.1:%d/secret".formatted(server.getAddress().getPort()), soak);
  }
}
