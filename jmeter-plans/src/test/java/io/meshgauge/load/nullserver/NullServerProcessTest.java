package io.meshgauge.load.nullserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.http.HttpConnection;
import io.meshgauge.load.http.HttpExchange;
import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.http.RequestTemplate;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NullServerProcessTest {

  @Test
  void everyRequestIsAnsweredAtOnceOnOneConnection() throws Exception {
    try (NullServerProcess server = NullServerProcess.start()) {
      HttpTarget target = new HttpTarget("127.0.0.1", server.port());
      RequestTemplate request = new RequestTemplate(target, "GET", "/any", Map.of(), "");
      HttpExchange exchange = new HttpExchange();
      try (HttpConnection connection = new HttpConnection(target, null)) {
        for (int i = 0; i < 500; i++) {
          connection.exchange(request, 5000, exchange);
          assertThat(exchange.error()).isNull();
          assertThat(exchange.status()).isEqualTo(200);
          assertThat(exchange.connectionOpened()).isEqualTo(i == 0);
        }
      }
    }
  }

  @Test
  void serverEndsWithItsParent() throws Exception {
    NullServerProcess server = NullServerProcess.start();
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();

    server.close();

    process.onExit().get(30, TimeUnit.SECONDS);
    assertThat(process.isAlive()).isFalse();
  }
}
