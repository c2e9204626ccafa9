package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that runs, and a server that knows one page. */
class ReadinessTest {
  private final ProcessGuard guard = new ProcessGuard();

  @TempDir Path folder;

  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/ready", it -> answer(it, 200));
    server.createContext("/later", it -> answer(it, 503));
    server.start();
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    guard.close();
  }

  @Test
  void pageThatTheServerDoesNotKnowEndsTheWaitEarly() {
    assertThatThrownBy(() -> await("/healthz", Duration.ofSeconds(3)))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("front runs, and has no page of readiness: http://127.0.0.1:")
        .hasMessageContaining("/healthz answers 404; expected 200: is ready: of front right");
  }

  @Test
  void pageThatIsNotReadySaysWhatItAnswers() {
    assertThatThrownBy(() -> await("/later", Duration.ofSeconds(1)))
        .hasMessageMatching("(?s)front was not ready within 1 s: http://.*/later answers 503; .*");
  }

  @Test
  void programWithoutAPageIsReadyOnceItRuns() {
    assertThatCode(() -> await(ReadyPage.NONE, Duration.ofSeconds(5))).doesNotThrowAnyException();
    assertThatCode(() -> await("/ready", Duration.ofSeconds(60))).doesNotThrowAnyException();
  }

  private void await(String page, Duration limit) {
    GuardedProcess process =
        guard.start(
            Command.logged("front", List.of("sleep", "60"), folder, folder.resolve("front.log")));
    ReadyPage ready = new ReadyPage(Address.loopback(server.getAddress().getPort()), page);
    new Readiness(limit).await(List.of(new Readiness.Page(process, ready)));
  }
}
