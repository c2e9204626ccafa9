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
 * What a container writes, as its node's kubelet keeps it: the latest file only, which it ends at
 * some size ({@code containerLogMaxSize}, 10 MiB by default) to begin another.
 */
final class ContainerLog {
  /** Enough for the time that stands before a line. */
  private static final int HEAD = 64;

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
   * What was written since an instant.
   *
   * @throws PlatformException when it cannot be read, or the file begins later
   */
  String since(Instant since) {
    String words = "the log of %s in pod %s".formatted(container.container(), container.pod());
    String head =
        ApiServer.ask(words, () -> text(log().usingTimestamps().limitBytes(HEAD).getLog()));
    Matcher stamp = STAMP.matcher(head);
    if (stamp.find() && instant(stamp.group(1)).isAfter(since)) {
      throw new PlatformException(
          "%s begins at %s; expected it to reach back to %s. The kubelet has begun another file since: send less, or let its containerLogMaxSize be larger"
              .formatted(words, stamp.group(1), since));
    }
    return ApiServer.ask(words, () -> text(log().sinceTime(since.toString()).getLog()));
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
          "a line of a log begins with '%s'; expected a time".formatted(stamp), e);
    }
  }

  private static String text(String log) {
    return log == null ? "" : log;
  }
}
