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

/** Relay to a loopback port that can break, as a port-forward does, and reopens at another port. */
final class Relay implements Closeable {
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private ServerSocket listener;
  private long closedUntilNanos = System.nanoTime();

  Relay(int target) {
    this.target = target;
    listener = open();
  }

  /** The current address; reopens the relay if it is closed and may open. */
  synchronized Address address() {
    if (System.nanoTime() < closedUntilNanos) {
      throw new IllegalStateException("the relay cannot be opened now");
    }
    if (listener.isClosed()) {
      listener = open();
    }
    return Address.loopback(listener.getLocalPort());
  }

  /** Closes all connections and refuses new ones for that long. */
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
      // One side closed; close the other.
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
      // Nothing left to close.
    }
  }
}
