package io.meshgauge.run.trial;

import io.meshgauge.experiment.Trial;
import io.meshgauge.run.session.CannotRunException;
import io.meshgauge.run.session.Progress;
import io.meshgauge.soak.Alarm;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts alarms to an address as JSON with the property {@code text}, as chat systems expect. A
 * failure is noted and has no other effect.
 */
final class Webhook implements SoakTrial.Messenger {
  /** Environment variable with the address; it may be a secret and is never archived. */
  static final String VARIABLE = "MESHGAUGE_WEBHOOK";

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_ATTEMPTS = 3;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI address;
  private final Progress progress;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(REQUEST_TIMEOUT).build();

  private Webhook(URI address, Progress progress) {
    this.address = address;
    this.progress = progress;
  }

  /**
   * The webhook of an address; does nothing without one.
   *
   * @param address value of {@value #VARIABLE}; null when it is not set
   */
  static SoakTrial.Messenger of(@Nullable String address, Progress progress) {
    if (address == null || address.isBlank()) {
      return (trial, alarm) -> {};
    }
    try {
      URI uri = new URI(address.strip());
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return new Webhook(uri, progress);
      }
    } catch (URISyntaxException e) {
      // Reported below, without the address, which may be a secret.
    }
    throw new CannotRunException(
        VARIABLE + " holds no address; expected one that begins with http:// or https://");
  }

  @Override
  public void send(Trial trial, Alarm alarm) {
    String failure = "";
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      try {
        int status = client.send(request(trial, alarm), BodyHandlers.discarding()).statusCode();
        if (status / 100 == 2) {
          return;
        }
        failure = "it answered " + status;
      } catch (IOException e) {
        failure = e.toString();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    progress.note(
        "The alarm could not be posted to %s: %s. It is in the archive."
            .formatted(host(), failure));
  }

  /** Scheme and host only: the rest may be a secret. */
  private String host() {
    return String.valueOf(address.getHost());
  }

  private HttpRequest request(Trial trial, Alarm alarm) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("text", "Meshgauge, soak of %s: %s".formatted(trial.variant().name(), alarm.text()));
    body.put("variant", trial.variant().name());
    body.put("kind", alarm.kind().name().toLowerCase(Locale.ROOT));
    body.put("window", alarm.window() + 1);
    body.put("minutes", alarm.minutes());
    return HttpRequest.newBuilder(address)
        .timeout(REQUEST_TIMEOUT)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
        .build();
  }
}
