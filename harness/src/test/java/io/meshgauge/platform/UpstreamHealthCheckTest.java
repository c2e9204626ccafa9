package io.meshgauge.platform;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyProcess.Check;
import io.meshgauge.topology.plane.ProxyProcess.Sign;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpstreamHealthCheckTest {
  private static final Wait BRIEF = new Wait(Duration.ofMillis(300), Duration.ofMillis(50));

  @Test
  void checkThatFailsIsNamedWithWhatTheServiceAnswersToIt() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/found",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    Address at = Address.loopback(server.getAddress().getPort());
    try {
      assertThatCode(() -> await(at, new Sign("/found", ""))).doesNotThrowAnyException();
      assertThatThrownBy(
              () -> await(at, new Sign("/absent", "").checking(List.of(new Check(at, "/ready")))))
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("front-balancer has not found all replicas of front healthy")
          .hasMessageContaining("It checks (ready: of the service): http://%s/ready".formatted(at))
          .hasMessageEndingWith("answers 404; expected status 200");
    } finally {
      server.stop(0);
    }
  }

  private static void await(Address admin, Sign sign) {
    ProxyProcess proxy =
        new ProxyProcess(
            "front-balancer", "front", new EnvoyType(), "", List.of(), admin, 1, List.of(sign));
    UpstreamHealthCheck.await(List.of(proxy), BRIEF);
  }
}
