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
 * on the way, as through a forwarded port, and nobody would notice.
 */
public final class Scraper {
  private static final Duration USUAL = Duration.ofSeconds(10);

  private final Duration limit;

  /** A scraper with the usual limit. */
  public Scraper() {
    this(USUAL);
  }

  /** A scraper with a limit of its own for connecting, and for each wait for the answer. */
  public Scraper(Duration limit) {
    this.limit = limit;
  }

  /**
   * The body of a page.
   *
   * @param path starting with a slash
   * @throws ProbeException when there is no answer in time, or another status than 200
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
        return new String(body.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new ProbeException("%s gave no answer: %s".formatted(page, reason), e);
    }
  }
}
