package io.meshgauge.load.guard;

import io.meshgauge.load.guard.NetworkGuard.Target;
import io.meshgauge.load.worker.JMeterRuntime;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/** Tries everything that sends in a JVM of its own: the entry, then a foreign port. */
final class GuardedClients {
  private static final String HERE = "127.0.0.1";

  private GuardedClients() {}

  private interface Client {
    void send(int port) throws Exception;
  }

  private static final Map<String, Client> CLIENTS =
      new TreeMap<>(
          Map.of(
              "socket",
              port -> new Socket(HERE, port).close(),
              "socket with a timeout",
              GuardedClients::timed,
              "socket channel",
              port -> SocketChannel.open(new InetSocketAddress(HERE, port)).close(),
              "asynchronous channel",
              GuardedClients::asynchronous,
              "datagram socket",
              GuardedClients::datagram,
              "datagram channel",
              GuardedClients::datagramChannel,
              "URL",
              port -> URI.create("http://" + HERE + ":" + port + "/").toURL().getContent(),
              "URL by a proxy",
              port ->
                  URI.create("http://" + HERE + ":" + port + "/")
                      .toURL()
                      .openConnection(new Proxy(Proxy.Type.HTTP, new InetSocketAddress(HERE, port)))
                      .getContent(),
              "HTTP client",
              port ->
                  HttpClient.newHttpClient()
                      .send(
                          HttpRequest.newBuilder(URI.create("http://" + HERE + ":" + port + "/"))
                              .build(),
                          BodyHandlers.discarding())));

  /** Arguments: port of the entry, foreign port, then the plans to run. */
  public static void main(String... arguments) throws Exception {
    int entry = Integer.parseInt(arguments[0]);
    int foreign = Integer.parseInt(arguments[1]);
    NetworkGuard guard =
        NetworkGuard.install(
            List.of(new Target(HERE, entry)),
            sentence -> System.out.println("first refusal: " + sentence));
    for (Map.Entry<String, Client> client : CLIENTS.entrySet()) {
      System.out.println(client.getKey() + ", entry: " + result(client.getValue(), entry));
      System.out.println(client.getKey() + ", foreign: " + result(client.getValue(), foreign));
    }
    System.out.println(
        "name: " + result(port -> InetAddress.getByName("shop.example.com"), foreign));
    System.out.println(
        "program: " + result(port -> new ProcessBuilder("true").start().waitFor(), foreign));
    if (arguments.length > 2) {
      JMeterRuntime jmeter =
          JMeterRuntime.start(
              Map.of("host", HERE, "port", arguments[0], "foreign", HERE + ":" + foreign));
      for (String plan : List.of(arguments).subList(2, arguments.length)) {
        long before = sum(guard);
        jmeter.run(jmeter.load(Path.of(plan)));
        System.out.println(Path.of(plan).getFileName() + ": refused " + (sum(guard) - before));
      }
    }
    System.out.println("refused: " + guard.refused().keySet());
    System.exit(0);
  }

  private static long sum(NetworkGuard guard) {
    return guard.refused().values().stream().mapToLong(Long::longValue).sum();
  }

  private static String result(Client client, int port) {
    try {
      client.send(port);
      return "sent";
    } catch (Exception e) {
      Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
      return String.valueOf(cause.getMessage()).contains("refused that")
          ? "refused"
          : "failed " + e;
    }
  }

  private static void timed(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(HERE, port), 1_000);
    }
  }

  private static void asynchronous(int port) throws Exception {
    try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
      channel.connect(new InetSocketAddress(HERE, port)).get();
    }
  }

  private static void datagram(int port) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName(HERE), port));
    }
  }

  private static void datagramChannel(int port) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.send(ByteBuffer.wrap(new byte[1]), new InetSocketAddress(HERE, port));
    }
  }
}
