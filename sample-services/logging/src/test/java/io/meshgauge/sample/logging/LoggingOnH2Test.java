package io.meshgauge.sample.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.sample.common.testing.RunningService;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoggingOnH2Test extends LoggingContract {

  private static RunningService service;
  private static int furtherPort;

  @BeforeAll
  static void start() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      furtherPort = free.getLocalPort();
    }
    service =
        RunningService.start(
            LoggingService.class,
            "meshgauge.http.further-ports=" + furtherPort,
            "meshgauge.retention.events=" + KEPT,
            "meshgauge.retention.every=20ms");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Override
  RunningService service() {
    return service;
  }

  @Test
  void aFurtherPortKeepsConnectionsOpenAsTheFirstDoes() throws Exception {
    for (String url :
        List.of(service.url("/events"), "http://127.0.0.1:" + furtherPort + "/events")) {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url)).version(Version.HTTP_1_1).build(),
                  BodyHandlers.ofString());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("connection")).as(url).isEmpty();
    }
  }

  @Test
  void theDefaultDatabaseIsEmbedded() {
    assertThat(product()).isEqualTo("H2");
  }
}
