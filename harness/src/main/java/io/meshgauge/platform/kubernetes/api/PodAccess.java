package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Teardown;
import io.meshgauge.topology.Address;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reaches into the pods of a namespace through the API server: ports, logs, commands, and what its
 * pods are given, tokens and configuration.
 */
public record PodAccess(KubernetesClient client, String namespace) {
  /** Longer than the timestamp before a line. */
  private static final int TIMESTAMP_CHARS = 64;

  private static final Pattern STAMP = Pattern.compile("^(\\S+Z|\\S+[+-]\\d\\d:\\d\\d) ");
  private static final long TOKEN_SECONDS = 600;

  /**
   * Forwards a loopback port of this machine to a port of a pod. Each connection is separate, so
   * the forward survives an outage of the API server.
   *
   * @param teardown closes it
   */
  public Address forward(String pod, int port, Teardown teardown) {
    LocalPortForward forward = pod(pod).portForward(port, InetAddress.getLoopbackAddress(), 0);
    teardown.add("close the port-forward to " + pod, forward::close);
    return Address.loopback(forward.getLocalPort());
  }

  /**
   * The last lines of a container's log; may be empty.
   *
   * @param before of the container before its last restart, not of the one that runs
   * @throws KubernetesClientException if there is no log
   */
  public String lastLines(String pod, String container, boolean before, int lines) {
    // By default the client waits 5 s until the pod is ready, which it may never be.
    ContainerResource log = pod(pod).inContainer(container).withReadyWaitTimeout(0);
    return text(
        before ? log.terminated().tailingLines(lines).getLog() : log.tailingLines(lines).getLog());
  }

  /**
   * What a container has logged since an instant, from its node's kubelet. Only the current file
   * can be read; the kubelet rotates it at {@code containerLogMaxSize}, 10 MiB by default.
   *
   * @throws PlatformException if the log cannot be read, or its file begins later
   */
  public String logSince(String pod, String container, Instant since) {
    String subject = "the log of %s in pod %s".formatted(container, pod);
    ContainerResource log = pod(pod).inContainer(container);
    String head =
        ApiServer.ask(
            subject, () -> text(log.usingTimestamps().limitBytes(TIMESTAMP_CHARS).getLog()));
    Matcher stamp = STAMP.matcher(head);
    if (stamp.find() && instant(stamp.group(1)).isAfter(since)) {
      throw new PlatformException(
          "%s begins at %s; expected it to reach back to %s. The kubelet has rotated the file: send fewer requests, or increase its containerLogMaxSize"
              .formatted(subject, stamp.group(1), since));
    }
    return ApiServer.ask(subject, () -> text(log.sinceTime(since.toString()).getLog()));
  }

  private static Instant instant(String stamp) {
    try {
      return OffsetDateTime.parse(stamp).toInstant();
    } catch (DateTimeParseException e) {
      throw new PlatformException(
          "a log line begins with '%s'; expected a timestamp".formatted(stamp), e);
    }
  }

  private static String text(@Nullable String log) {
    return log == null ? "" : log;
  }

  /**
   * Runs a program in a running container and waits until it has exited, with any status.
   *
   * @return its standard output
   * @throws PlatformException if it cannot be run, its connection breaks, or it prints nothing
   */
  public String run(String pod, String container, List<String> command, Duration limit) {
    String subject = "%s in pod %s, container %s".formatted(command.get(0), pod, container);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    try (ExecWatch watch =
        pod(pod)
            .inContainer(container)
            .writingOutput(out)
            .writingError(errors)
            .exec(command.toArray(String[]::new))) {
      Integer status = watch.exitCode().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      String text = out.toString(StandardCharsets.UTF_8);
      if (text.isBlank()) {
        throw new PlatformException(
            "%s printed nothing and exited with status %s: %s"
                .formatted(subject, status, errors.toString(StandardCharsets.UTF_8).strip()));
      }
      return text;
    } catch (TimeoutException e) {
      throw new PlatformException(
          "%s did not exit within %d s".formatted(subject, limit.toSeconds()), e);
    } catch (ExecutionException e) {
      String reason = Objects.requireNonNull(e.getCause()).getMessage();
      throw new PlatformException("%s lost its connection: %s".formatted(subject, reason), e);
    } catch (KubernetesClientException e) {
      throw new PlatformException("%s cannot be run: %s".formatted(subject, e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException(subject + " was interrupted", e);
    }
  }

  private PodResource pod(String name) {
    return client.pods().inNamespace(namespace).withName(name);
  }

  /** A token of a service account, for an audience. */
  public String token(String serviceAccount, String audience) {
    TokenRequest request =
        new TokenRequestBuilder()
            .withNewSpec()
            .withAudiences(audience)
            .withExpirationSeconds(TOKEN_SECONDS)
            .endSpec()
            .build();
    return ApiServer.ask(
        "a token of service account " + serviceAccount,
        () ->
            client
                .serviceAccounts()
                .inNamespace(namespace)
                .withName(serviceAccount)
                .tokenRequest(request)
                .getStatus()
                .getToken());
  }

  /** A value of a ConfigMap; empty if it is absent. */
  public Optional<String> configuration(String configMap, String key) {
    ConfigMap found =
        ApiServer.ask(
            "configuration map " + configMap,
            () -> client.configMaps().inNamespace(namespace).withName(configMap).get());
    return Optional.ofNullable(found).map(ConfigMap::getData).map(data -> data.get(key));
  }
}
