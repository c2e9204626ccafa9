package io.meshgauge.load;

import io.meshgauge.topology.Address;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a port of loopback that can break, as a port-forward does: all connections end, and for
 * a while it cannot be opened again; then it opens at another port.
 */
final class Relay implements Closeable {
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private ServerSocket listener;
  private long closedUntilNanos = System.nanoTime();

  Relay(int target) {
    this.target = target;
    listener = open();
  }

  /** Where it is now; opens it again when it is closed and may be opened. */
  synchronized Address address() {
    if (System.nanoTime() < closedUntilNanos) {
      throw new IllegalStateException("the relay cannot be opened now");
    }
    if (listener.isClosed()) {
      listener = open();
    }
    return Address.loopback(listener.getLocalPort());
  }

  /** Ends all connections and takes none for that long. */
  synchronized void breakFor(Duration length) {
    closedUntilNanos = System.nanoTime() + length.toNanos();
    close();
  }

  @Override
  public synchronized void close() {
    shut(listener);
    sockets.forEach(Relay::shut);
    sockets.clear();
  }

  private ServerSocket open() {
    try {
      ServerSocket opened = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      start(() -> accept(opened));
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket from) {
    try {
      while (true) {
        Socket client = from.accept();
        Socket worker = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(worker);
        start(() -> pump(client, worker));
        start(() -> pump(worker, client));
      }
    } catch (IOException ignored) {
      // Closed.
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      in.transferTo(to.getOutputStream());
    } catch (IOException ignored) {
      // One side has gone; the other follows.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private static void shut(Closeable socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // It is as good as closed.
    }
  }
}
