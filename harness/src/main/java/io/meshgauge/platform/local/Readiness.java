package io.meshgauge.platform.local;

import io.meshgauge.platform.Pause;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The wait until all of several processes say over HTTP that they are ready. */
final class Readiness {
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 50;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ANSWER).build();
  private final Duration limit;

  Readiness(Duration limit) {
    this.limit = limit;
  }

  /**
   * Something that is going to be ready.
   *
   * @param process that must not end meanwhile
   * @param address and path of the page that answers 200 when it is ready
   */
  record Page(GuardedProcess process, Address address, String path) {}

  /**
   * Waits for all.
   *
   * @throws PlatformException when one ends, with its last lines, or the limit passes
   */
  void await(List<Page> pages) {
    Instant latest = Instant.now().plus(limit);
    List<Page> waiting = new ArrayList<>(pages);
    while (true) {
      waiting.removeIf(this::isReady);
      if (waiting.isEmpty()) {
        return;
      }
      for (Page page : pages) {
        if (!page.process().isAlive()) {
          throw new PlatformException("not ready: " + page.process().epitaph());
        }
      }
      if (Instant.now().isAfter(latest)) {
        Page page = waiting.get(0);
        throw new PlatformException(
            "%s did not answer 200 at http://%s%s within %d s: %s"
                .formatted(
                    page.process().name(),
                    page.address(),
                    page.path(),
                    limit.toSeconds(),
                    page.process().epitaph()));
      }
      Pause.millis(PAUSE_MILLIS, "waiting for readiness");
    }
  }

  private boolean isReady(Page page) {
    URI uri = URI.create("http://" + page.address() + page.path());
    try {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(ANSWER).GET().build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while waiting for " + page.process().name(), e);
    }
  }
}
