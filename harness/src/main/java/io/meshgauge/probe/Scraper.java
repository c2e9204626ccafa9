package io.meshgauge.probe;

import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A reader of plain-text pages over HTTP, for counters and readiness; every wait has a limit. */
public final class Scraper {
  private static final Duration USUAL = Duration.ofSeconds(10);

  private final HttpClient client;
  private final Duration limit;

  /** A scraper with the usual limit. */
  public Scraper() {
    this(USUAL);
  }

  /** A scraper with a limit of its own for connecting and for the whole answer. */
  public Scraper(Duration limit) {
    this.limit = limit;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(limit)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /**
   * The body of a page.
   *
   * @param path starting with a slash
   * @throws ProbeException when there is no answer in time, or another status than 200
   */
  public String get(Address address, String path) {
    URI page = URI.create("http://" + address + path);
    try {
      HttpRequest request = HttpRequest.newBuilder(page).timeout(limit).GET().build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new ProbeException(
            "%s answered %d; expected 200".formatted(page, answer.statusCode()));
      }
      return answer.body();
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new ProbeException("%s gave no answer: %s".formatted(page, reason), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted while reading " + page, e);
    }
  }
}
