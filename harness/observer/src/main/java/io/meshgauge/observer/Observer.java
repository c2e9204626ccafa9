package io.meshgauge.observer;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The observer's program: {@code Observer [--port PORT] [--node NAME] [--patience SECONDS]}.
 *
 * <p>Prints one line, {@code listening PORT}, once it accepts requests. Exits with code 3 after two
 * minutes without a request, because its harness is gone then; with code 2 if the arguments are
 * invalid or the port is in use.
 */
public final class Observer {
  private static final int BAD_ARGUMENTS = 2;
  private static final int NO_REQUESTS = 3;

  /**
   * Command-line options.
   *
   * @param port 0 for any free port
   * @param node the node's name; empty: the host's
   * @param patience time without a request after which the program exits
   */
  record Options(int port, Optional<String> node, Duration patience) {
    private static final String USAGE =
        "expected [--port 0..65535] [--node NAME] [--patience SECONDS]";

    /**
     * Reads arguments.
     *
     * @throws IllegalArgumentException if they are invalid
     */
    static Options of(List<String> arguments) {
      int port = 0;
      Optional<String> node = Optional.empty();
      Duration patience = Duration.ofSeconds(120);
      Deque<String> left = new ArrayDeque<>(arguments);
      while (!left.isEmpty()) {
        String option = left.removeFirst();
        if (left.isEmpty()) {
          throw new IllegalArgumentException("no value after '%s'; %s".formatted(option, USAGE));
        }
        String value = left.removeFirst();
        switch (option) {
          case "--port" -> port = number(option, value, 0, 65_535);
          case "--node" -> node = Optional.of(value);
          case "--patience" ->
              patience = Duration.ofSeconds(number(option, value, 1, Integer.MAX_VALUE));
          default ->
              throw new IllegalArgumentException("unknown '%s'; %s".formatted(option, USAGE));
        }
      }
      return new Options(port, node, patience);
    }

    private static int number(String option, String value, int min, int max) {
      try {
        int number = Integer.parseInt(value);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException ignored) {
        // Reported below, together with numbers out of range.
      }
      throw new IllegalArgumentException(
          "%s %s; expected a number from %d to %d".formatted(option, value, min, max));
    }
  }

  private Observer() {}

  /** Serves until requests stop. */
  public static void main(String... arguments) throws InterruptedException {
    // Numbers in files, URLs and protocols need a decimal point in every locale.
    Locale.setDefault(Locale.ROOT);
    // Without it, every response after the first on a connection waits 40 ms for an
    // acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      Options options = Options.of(List.of(arguments));
      // A host's name need not have an address, so it is looked up only if it is needed.
      String node = options.node().isPresent() ? options.node().get() : hostname();
      try (ObserverServer server = ObserverServer.start(options.port(), node, new NodeFiles())) {
        System.out.println("listening " + server.port());
        while (server.silence().compareTo(options.patience()) < 0) {
          TimeUnit.MILLISECONDS.sleep(500);
          server.expireWatch();
        }
      }
      System.exit(NO_REQUESTS);
    } catch (IllegalArgumentException | IOException e) {
      System.err.println(e.getMessage());
      System.exit(BAD_ARGUMENTS);
    }
  }

  private static String hostname() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }
}
