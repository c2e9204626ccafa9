package io.meshgauge.platform;

import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * A page over HTTP that a program serves when it is ready. No response means not ready.
 *
 * @param path starting with a slash; empty: the program is ready when it accepts connections;
 *     {@link #NONE}: it listens nowhere, and is ready once it runs
 */
public record ReadyPage(Address address, String path) {
  /** In place of a path. */
  public static final String NONE = "none";

  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  /** Whether the page has status 200. */
  public boolean isThere() {
    return path.equals(NONE) || (path.isEmpty() ? accepts() : read().isPresent());
  }

  /** Whether the page has status 200 and contains this line. */
  public boolean has(String line) {
    return read().stream().flatMap(String::lines).anyMatch(line::equals);
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.host(), address.port()), (int) TIMEOUT.toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** What it answers now, for texts: {@code http://127.0.0.1:8080/ready answers 404}. */
  public String answer() {
    if (path.equals(NONE)) {
      return "no page";
    }
    if (path.isEmpty()) {
      return this + (accepts() ? " accepts connections" : " accepts no connection");
    }
    try {
      return this + " answers " + get().statusCode();
    } catch (IOException e) {
      return this + " does not answer: " + e;
    }
  }

  /** Whether a server answers that it has no such page. */
  public boolean isUnknown() {
    try {
      return path.startsWith("/") && get().statusCode() == 404;
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<String> read() {
    try {
      HttpResponse<String> answer = get();
      return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private HttpResponse<String> get() throws IOException {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(toString())).timeout(TIMEOUT).GET().build();
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while reading " + this, e);
    }
  }

  @Override
  public String toString() {
    return path.isEmpty() ? "tcp://" + address : "http://" + address + path;
  }
}
