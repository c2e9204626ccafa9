package io.meshgauge.platform.kubernetes;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The page of counters of a proxy's administration interface. */
record AdminPage(Address address) {
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(ANSWER).build();

  /** Whether a counter is there and is 1; not while the page gives no answer. */
  boolean isOne(String counter) {
    URI uri = URI.create("http://" + address + "/stats");
    try {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(ANSWER).GET().build();
      HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.body().lines().anyMatch(line -> line.equals(counter + ": 1"));
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while reading " + uri, e);
    }
  }
}
