package io.meshgauge.platform.local.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RuntimeApiTest {
  private static final String LINE = "set server order/order-2 state drain";

  @Test
  void anEmptyAnswerIsSuccessAndAnyOtherIsSaid() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      Address api = Address.loopback(server.getLocalPort());
      CompletableFuture<String> sent = answering(server, "\n");

      RuntimeApi.send(api, LINE);

      assertThat(sent.get()).isEqualTo(LINE);
      answering(server, "No such server.\n\n");
      assertThatThrownBy(() -> RuntimeApi.send(api, LINE))
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining(LINE + "': No such server.; expected an empty line");
    }
  }

  @Test
  void nothingThatListensIsSaid() throws Exception {
    Address api;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      api = Address.loopback(server.getLocalPort());
    }

    assertThatThrownBy(() -> RuntimeApi.send(api, LINE))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("did not get '" + LINE + "'");
  }

  /** Answers the next connection; the line that it gets. */
  private static CompletableFuture<String> answering(ServerSocket server, String answer) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Socket socket = server.accept();
              BufferedReader lines =
                  new BufferedReader(
                      new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            return line;
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
