package io.meshgauge.observer;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The observer's program: {@code Observer [--port PORT] [--node NAME] [--patience SECONDS]}.
 *
 * <p>Prints one line, {@code listening PORT}, once it can be asked. Ends with exit code 3 when no
 * request came for two minutes: then no client is left to end it. Exit code 2: the arguments are
 * not understood, or the port is taken.
 */
public final class Observer {
  private static final int BAD_ARGUMENTS = 2;
  private static final int FORGOTTEN = 3;

  /**
   * What it is started with.
   *
   * @param port 0 for any that is free
   * @param node the node's name
   * @param patience longest time without a request
   */
  record Options(int port, String node, Duration patience) {
    private static final String USAGE =
        "expected [--port 0..65535] [--node NAME] [--patience SECONDS]";

    /**
     * Reads arguments.
     *
     * @throws IllegalArgumentException when they are not understood
     */
    static Options of(List<String> arguments, String hostname) {
      int port = 0;
      String node = hostname;
      Duration patience = Duration.ofSeconds(120);
      Deque<String> left = new ArrayDeque<>(arguments);
      while (!left.isEmpty()) {
        String option = left.removeFirst();
        if (left.isEmpty()) {
          throw new IllegalArgumentException("no value behind '%s'; %s".formatted(option, USAGE));
        }
        String value = left.removeFirst();
        switch (option) {
          case "--port" -> port = number(option, value, 0, 65_535);
          case "--node" -> node = value;
          case "--patience" ->
              patience = Duration.ofSeconds(number(option, value, 1, Integer.MAX_VALUE));
          default ->
              throw new IllegalArgumentException("unknown '%s'; %s".formatted(option, USAGE));
        }
      }
      return new Options(port, node, patience);
    }

    private static int number(String option, String value, int least, int most) {
      try {
        int number = Integer.parseInt(value);
        if (number >= least && number <= most) {
          return number;
        }
      } catch (NumberFormatException ignored) {
        // Said below, together with what is out of range.
      }
      throw new IllegalArgumentException(
          "%s %s; expected a number from %d to %d".formatted(option, value, least, most));
    }
  }

  private Observer() {}

  /** Serves until it is idle for too long. */
  public static void main(String... arguments) throws InterruptedException {
    // Numbers go into files, URLs and protocols: a comma would be none.
    Locale.setDefault(Locale.ROOT);
    // Otherwise the second and every later answer on a connection waits 40 ms for an
    // acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      Options options = Options.of(List.of(arguments), hostname());
      try (ObserverServer server =
          ObserverServer.start(options.port(), options.node(), new NodeFiles())) {
        System.out.println("listening " + server.port());
        while (server.silence().compareTo(options.patience()) < 0) {
          TimeUnit.MILLISECONDS.sleep(500);
          server.tidy();
        }
      }
      System.exit(FORGOTTEN);
    } catch (IllegalArgumentException | IOException e) {
      System.err.println(e.getMessage());
      System.exit(BAD_ARGUMENTS);
    }
  }

  private static String hostname() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }
}
