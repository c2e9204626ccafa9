package io.meshgauge.platform.kubernetes.instrument;

import io.meshgauge.load.LoadException;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.load.stream.StreamRequest;
import io.meshgauge.platform.Instruments;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/**
 * An iperf3 client in its prepared pod, metered as that pod's container.
 *
 * @param cluster with the pod
 * @param request to send
 */
record PodStream(Cluster cluster, StreamRequest request) implements StreamClient {
  private static final Duration EXTRA_TIME = Duration.ofSeconds(20);

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public String send(LongConsumer elapsed) {
    Duration limit = request.duration().plus(EXTRA_TIME);
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(
            () -> cluster.inSender(request.command(Instruments.STREAM_PROGRAM), limit),
            task -> daemon(task).start());
    for (long second = 1; second <= limit.toSeconds() + 1; second++) {
      try {
        return output.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        elapsed.accept(second);
      } catch (ExecutionException e) {
        throw new LoadException(
            "iperf3 was not run: " + Objects.requireNonNull(e.getCause()).getMessage(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LoadException("interrupted while iperf3 was sending", e);
      }
    }
    throw new LoadException("iperf3 did not end within %d s".formatted(limit.toSeconds()));
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "iperf3-in-pod");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    // The pod is removed with the deployment.
  }
}
