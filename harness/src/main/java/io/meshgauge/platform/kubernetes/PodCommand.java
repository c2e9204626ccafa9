package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.meshgauge.platform.PlatformException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program in a running container.
 *
 * @param container its name in the pod
 */
record PodCommand(KubernetesClient client, String namespace, String pod, String container) {

  /**
   * Runs a program and waits until it has exited, with any status.
   *
   * @return its standard output
   * @throws PlatformException if it cannot be run, its connection breaks, or it prints nothing
   */
  String run(List<String> command, Duration limit) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    try (ExecWatch watch =
        client
            .pods()
            .inNamespace(namespace)
            .withName(pod)
            .inContainer(container)
            .writingOutput(out)
            .writingError(errors)
            .exec(command.toArray(String[]::new))) {
      Integer status = watch.exitCode().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      String text = out.toString(StandardCharsets.UTF_8);
      if (text.isBlank()) {
        throw failure(
            command,
            "printed nothing and exited with status %s: %s"
                .formatted(status, errors.toString(StandardCharsets.UTF_8).strip()),
            null);
      }
      return text;
    } catch (TimeoutException e) {
      throw failure(command, "did not exit within %d s".formatted(limit.toSeconds()), e);
    } catch (ExecutionException e) {
      throw failure(
          command, "lost its connection: " + Objects.requireNonNull(e.getCause()).getMessage(), e);
    } catch (KubernetesClientException e) {
      throw failure(command, "cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(command, "was interrupted", e);
    }
  }

  private PlatformException failure(List<String> command, String what, @Nullable Exception cause) {
    return new PlatformException(
        "%s in pod %s, container %s %s".formatted(command.get(0), pod, container, what), cause);
  }
}
