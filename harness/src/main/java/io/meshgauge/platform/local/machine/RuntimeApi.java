package io.meshgauge.platform.local.machine;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The runtime API of a proxy: a line each way on a TCP connection of its own, as HAProxy's. */
public final class RuntimeApi {
  private static final int TIMEOUT_MILLIS = 5_000;

  private RuntimeApi() {}

  /**
   * Sends a command that has no output.
   *
   * @throws PlatformException when there is no answer, or one that says what is wrong
   */
  public static void send(Address api, String line) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(api.host(), api.port()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      socket.shutdownOutput();
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!answer.isEmpty()) {
        throw new PlatformException(
            "the runtime API at %s answers to '%s': %s; expected an empty line"
                .formatted(api, line, answer));
      }
    } catch (IOException e) {
      throw new PlatformException(
          "the runtime API at %s did not get '%s': %s".formatted(api, line, e.getMessage()), e);
    }
  }
}
