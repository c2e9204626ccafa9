package io.meshgauge.evidence.capture;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A TCP forwarder on loopback that looks at the bytes it passes on, in both directions. */
final class Forwarder implements AutoCloseable {
  private final ServerSocket server;
  private final Address onward;
  private final BiConsumer<Address, TrafficKind> eye;
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  private Forwarder(ServerSocket server, Address onward, BiConsumer<Address, TrafficKind> eye) {
    this.server = server;
    this.onward = onward;
    this.eye = eye;
  }

  /**
   * Listens and forwards until closed.
   *
   * @param port to listen on, 0 for any
   * @param onward where connections go on to, which is also what is reported
   * @param eye receives each chunk
   */
  static Forwarder at(int port, Address onward, BiConsumer<Address, TrafficKind> eye)
      throws IOException {
    ServerSocket server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    Forwarder forwarder = new Forwarder(server, onward, eye);
    daemon("tap " + onward, forwarder::acceptAll);
    return forwarder;
  }

  Address address() {
    return Address.loopback(server.getLocalPort());
  }

  @Override
  public void close() {
    closeQuietly(server);
    open.forEach(Forwarder::closeQuietly);
  }

  private void acceptAll() {
    try {
      while (!server.isClosed()) {
        Socket client = server.accept();
        open.add(client);
        join(client);
      }
    } catch (IOException ignored) {
      // Closed by us: there is nothing more to see.
    }
  }

  private void join(Socket client) {
    try {
      Socket peer = PlaintextProbe.connect(onward);
      open.add(peer);
      peer.setSoTimeout(0);
      daemon("tap to " + onward, () -> pass(client, peer));
      daemon("tap from " + onward, () -> pass(peer, client));
    } catch (IOException e) {
      closeQuietly(client);
    }
  }

  private void pass(Socket from, Socket to) {
    ByteFlow flow = new ByteFlow();
    byte[] buffer = new byte[16_384];
    int sequence = 0;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        eye.accept(onward, flow.accept(sequence, Arrays.copyOf(buffer, length)));
        sequence += length;
        out.write(buffer, 0, length);
        out.flush();
      }
    } catch (IOException ignored) {
      // One side has gone; the other follows.
    } finally {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception ignored) {
      // There is nothing left to lose on it.
    }
  }
}
