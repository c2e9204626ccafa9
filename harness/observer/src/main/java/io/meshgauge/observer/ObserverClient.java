package io.meshgauge.observer;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.measure.use.ContainerTotals;
import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.observer.identity.CredentialStore;
import io.meshgauge.observer.identity.IdentitySource;
import io.meshgauge.rpc.RetryingClient;
import io.meshgauge.rpc.RetryingClient.Request;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Client of one observer. Thread-safe.
 *
 * <p>The connection is a port-forward that may break and reopen at another address, so every call
 * is retried for {@value #RETRY_LIMIT_SECONDS} seconds. Until it is closed, the client sends a
 * heartbeat every 30 seconds; an observer without requests exits. Every method throws {@link
 * ObserverException} if the observer cannot be reached or refuses.
 */
public final class ObserverClient implements AutoCloseable {
  static final int RETRY_LIMIT_SECONDS = 45;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration ABANDON_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration PROBE_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(30);

  private final RetryingClient client;
  private final Duration retryLimit;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean watching;

  /**
   * Creates a client and starts its heartbeat.
   *
   * @param address the observer's current address; read before every request
   * @param threads makes the thread of the heartbeat
   */
  public ObserverClient(Supplier<Address> address, ThreadFactory threads) {
    this(address, threads, Duration.ofSeconds(RETRY_LIMIT_SECONDS), HEARTBEAT_INTERVAL);
  }

  ObserverClient(
      Supplier<Address> address, ThreadFactory threads, Duration retryLimit, Duration heartbeat) {
    client = new RetryingClient(address, retryLimit);
    this.retryLimit = retryLimit;
    Thread thread = threads.newThread(() -> beat(heartbeat));
    thread.setName("observer-heartbeat");
    thread.setDaemon(true);
    thread.start();
  }

  /** Facts about the observer's node. */
  public Facts facts() {
    return get("/facts", Facts.class);
  }

  /** CPU time of the node so far. */
  public MachineTicks machine() {
    return get("/machine", MachineTicks.class);
  }

  /**
   * Reads the TCP counters of pods.
   *
   * @param containers by a key of the caller's choice, the id of any container of a pod as in its
   *     status ({@code containerd://…})
   * @return by the same keys
   */
  public Map<String, NetText> tcp(Map<String, String> containers) {
    return post("/tcp", new TcpRequest(containers), TcpAnswer.class, REQUEST_TIMEOUT).pods();
  }

  /**
   * Reads CPU time and memory of containers from the node's kernel.
   *
   * @param containers by a key of the caller's choice, the id of a container
   * @return by the same keys; without containers that have no process on this node
   */
  public Map<String, ContainerTotals> totals(Map<String, String> containers) {
    return post("/totals", new TotalsRequest(containers), TotalsAnswer.class, REQUEST_TIMEOUT)
        .containers();
  }

  /**
   * Calls every wire address from the node; see {@link io.meshgauge.evidence.ProbeOrigin#probe}.
   *
   * @param identities of the probing clients; {@link CredentialStore#NONE} if they have none
   */
  public List<Evidence> probe(
      DataPlane plane, Guarantees claims, ProbeOptions options, IdentitySource identities) {
    ProbeRequest request = new ProbeRequest(WireEntry.of(plane), claims, options, identities);
    return post("/probe", request, ProbeAnswer.class, PROBE_TIMEOUT).evidence();
  }

  /** Watches a rule; see {@link RemoteProbeOrigin#rules}. */
  RulePost.Answer rules(RulePost.Request request) {
    return post("/rules", request, RulePost.Answer.class, PROBE_TIMEOUT);
  }

  /**
   * Starts to capture every wire address on the node, and packets to other nodes; ends an earlier
   * watch.
   *
   * @param peers IPv4 addresses of the other nodes, by name; empty captures none
   */
  public void watch(DataPlane plane, Map<String, String> peers, WireWatch.Extent extent) {
    WatchRequest request = new WatchRequest(WireEntry.of(plane), peers, extent);
    watching = post("/watch", request, Liveness.class, REQUEST_TIMEOUT).watching();
  }

  /** Ends the watch and returns its sightings; a repeated call returns the same. */
  public WireSightings finish() {
    watching = false;
    return post("/watch/finish", new Liveness(false), WatchAnswer.class, REQUEST_TIMEOUT)
        .sightings();
  }

  /** Ends the watch without its sightings; an observer that does not answer ends it by itself. */
  void abandon() {
    watching = false;
    try {
      client.send(request("/watch/finish", new Liveness(false), ABANDON_TIMEOUT));
    } catch (IOException ignored) {
      // It expires without heartbeats.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops the heartbeat; the observer exits when it has had no request for a while. */
  @Override
  public void close() {
    closed.countDown();
  }

  private void beat(Duration interval) {
    try {
      while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          client.send(request("/alive", new Liveness(watching), REQUEST_TIMEOUT));
        } catch (IOException ignored) {
          // The next heartbeat may succeed; a call that matters reports its own failure.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> T get(String path, Class<T> type) {
    return call(new Request(path, null, REQUEST_TIMEOUT), type);
  }

  private <T> T post(String path, Object message, Class<T> type, Duration timeout) {
    return call(request(path, message, timeout), type);
  }

  private static Request request(String path, Object message, Duration timeout) {
    return new Request(path, Messages.write(message), timeout);
  }

  private <T> T call(Request request, Class<T> type) {
    try {
      return client.retry(() -> read(request, client.send(request), type));
    } catch (IOException e) {
      throw new ObserverException(
          "the observer did not answer %s within %d s: %s; is its pod running, and the port-forward open?"
              .formatted(request.path(), retryLimit.toSeconds(), e),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObserverException("interrupted while asking the observer for " + request.path(), e);
    }
  }

  private static <T> T read(Request request, HttpResponse<byte[]> response, Class<T> type) {
    if (response.statusCode() != 200) {
      throw new ObserverException(
          "the observer refused %s: %s"
              .formatted(
                  request.path(), Messages.read(response.body(), Messages.Failure.class).error()));
    }
    return Messages.read(response.body(), type);
  }
}
