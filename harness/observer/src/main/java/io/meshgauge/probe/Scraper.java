package io.meshgauge.probe;

import io.meshgauge.topology.Address;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A reader of plain-text pages over HTTP, for counters and readiness; every wait has a limit.
 *
 * <p>Every page has a connection of its own: between two edges of a window one that is kept may die
 * on the way, as through a forwarded port, without a notice.
 */
public final class Scraper {
  private static final Duration USUAL = Duration.ofSeconds(10);

  /** The page of a proxy with thousands of routes has some ten million bytes. */
  private static final int MOST_BYTES = 64 << 20;

  private final Duration limit;
  private final int mostBytes;

  /** A scraper with the usual limit. */
  public Scraper() {
    this(USUAL);
  }

  /** A scraper with a limit of its own for connecting, and for each wait for the answer. */
  public Scraper(Duration limit) {
    this(limit, MOST_BYTES);
  }

  Scraper(Duration limit, int mostBytes) {
    this.limit = limit;
    this.mostBytes = mostBytes;
  }

  /**
   * The body of a page.
   *
   * @param path starting with a slash
   * @throws ProbeException when there is no answer in time, another status than 200, or no end of
   *     it
   */
  public String get(Address address, String path) {
    return ask("GET", address, path);
  }

  /**
   * Asks for a change by a page that takes no body.
   *
   * @param path starting with a slash
   * @throws ProbeException when there is no answer in time, or another status than 200
   */
  public void post(Address address, String path) {
    ask("POST", address, path);
  }

  private String ask(String method, Address address, String path) {
    URI page = URI.create("http://" + address + path);
    try {
      HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
      connection.setRequestMethod(method);
      connection.setConnectTimeout(Math.toIntExact(limit.toMillis()));
      connection.setReadTimeout(Math.toIntExact(limit.toMillis()));
      connection.setInstanceFollowRedirects(false);
      connection.setRequestProperty("Connection", "close");
      int status = connection.getResponseCode();
      if (status != 200) {
        throw new ProbeException("%s answered %d; expected 200".formatted(page, status));
      }
      try (InputStream body = connection.getInputStream()) {
        byte[] bytes = body.readNBytes(mostBytes + 1);
        if (bytes.length > mostBytes) {
          throw new ProbeException(
              "%s is longer than %d bytes; expected a page of counters".formatted(page, mostBytes));
        }
        return new String(bytes, StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new ProbeException("%s gave no answer: %s".formatted(page, reason), e);
    }
  }
}
