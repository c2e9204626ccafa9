package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.kubernetes.instrument.Cluster.Container;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the log of a container from its node's kubelet. Only the current file can be read; the
 * kubelet rotates it at {@code containerLogMaxSize}, 10 MiB by default.
 */
final class ContainerLog {
  /** Longer than the timestamp before a line. */
  private static final int TIMESTAMP_CHARS = 64;

  private static final Pattern STAMP = Pattern.compile("^(\\S+Z|\\S+[+-]\\d\\d:\\d\\d) ");

  private final KubernetesClient client;
  private final String namespace;
  private final Container container;

  ContainerLog(KubernetesClient client, String namespace, Container container) {
    this.client = client;
    this.namespace = namespace;
    this.container = container;
  }

  /**
   * The text written since an instant.
   *
   * @throws PlatformException if the log cannot be read, or its file begins later
   */
  String since(Instant since) {
    String subject = "the log of %s in pod %s".formatted(container.container(), container.pod());
    String head =
        ApiServer.ask(
            subject, () -> text(log().usingTimestamps().limitBytes(TIMESTAMP_CHARS).getLog()));
    Matcher stamp = STAMP.matcher(head);
    if (stamp.find() && instant(stamp.group(1)).isAfter(since)) {
      throw new PlatformException(
          "%s begins at %s; expected it to reach back to %s. The kubelet has rotated the file: send fewer requests, or increase its containerLogMaxSize"
              .formatted(subject, stamp.group(1), since));
    }
    return ApiServer.ask(subject, () -> text(log().sinceTime(since.toString()).getLog()));
  }

  private ContainerResource log() {
    return client
        .pods()
        .inNamespace(namespace)
        .withName(container.pod())
        .inContainer(container.container());
  }

  private static Instant instant(String stamp) {
    try {
      return OffsetDateTime.parse(stamp).toInstant();
    } catch (DateTimeParseException e) {
      throw new PlatformException(
          "a log line begins with '%s'; expected a timestamp".formatted(stamp), e);
    }
  }

  private static String text(String log) {
    return log == null ? "" : log;
  }
}
