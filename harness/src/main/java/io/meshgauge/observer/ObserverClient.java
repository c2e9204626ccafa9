package io.meshgauge.observer;

import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.measure.ContainerTotals;
import io.meshgauge.measure.MachineTicks;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The harness's side of an observer.
 *
 * <p>The way there is a port-forward that may break and be opened again elsewhere: every attempt
 * resolves the address again, and a call goes on trying for {@value #PATIENCE_SECONDS} seconds.
 * Until it is closed it sends the observer a keep-alive every 30 seconds. Every method throws
 * {@link ObserverException} when the observer cannot be reached or cannot do it. Safe for use by
 * several threads.
 */
public final class ObserverClient implements AutoCloseable {
  static final int PATIENCE_SECONDS = 45;
  private static final Duration QUICK = Duration.ofSeconds(20);
  private static final Duration PROBE = Duration.ofMinutes(3);
  private static final Duration HEARTBEAT = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 300;

  private final Supplier<Address> address;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean watching;

  /**
   * A client of one observer.
   *
   * @param address where it can be reached at the moment
   * @param observers creates the keep-alive thread
   */
  public ObserverClient(Supplier<Address> address, ThreadFactory observers) {
    this(address, observers, Duration.ofSeconds(PATIENCE_SECONDS), HEARTBEAT);
  }

  ObserverClient(
      Supplier<Address> address, ThreadFactory observers, Duration patience, Duration heartbeat) {
    this.address = address;
    this.patience = patience;
    Thread thread = observers.newThread(() -> beat(heartbeat));
    thread.setName("observer-heartbeat");
    thread.setDaemon(true);
    thread.start();
  }

  /** The node as the observer finds it. */
  public Facts facts() {
    return get("/facts", Facts.class);
  }

  /** CPU time of the node so far. */
  public MachineTicks machine() {
    return get("/machine", MachineTicks.class);
  }

  /**
   * The counters of some pods' networks.
   *
   * @param containers by a name of the caller's choice the id of any container of a pod, as its
   *     status says it ({@code containerd://…})
   * @return by the same names
   */
  public Map<String, NetText> tcp(Map<String, String> containers) {
    return post("/tcp", new TcpRequest(containers), TcpAnswer.class, QUICK).pods();
  }

  /**
   * What containers have used so far, and hold, by the kernel of the node.
   *
   * @param containers by a name of the caller's choice the id of a container
   * @return by the same names; without those that have no process on this node
   */
  public Map<String, ContainerTotals> totals(Map<String, String> containers) {
    return post("/totals", new TotalsRequest(containers), TotalsAnswer.class, QUICK).containers();
  }

  /**
   * Calls every wire address from the node; see {@link io.meshgauge.evidence.ProbeOrigin#probe}.
   *
   * @param identities what the clients show; {@link CredentialStore#NONE} where our clients have
   *     none
   */
  public List<Evidence> probe(
      DataPlane plane, Guarantees claims, ProbeOptions options, IdentitySource identities) {
    ProbeRequest request = new ProbeRequest(WireEntry.of(plane), claims, options, identities);
    return post("/probe", request, ProbeAnswer.class, PROBE).evidence();
  }

  /** Starts to look at every wire address from the node; ends an earlier watch. */
  public void watch(DataPlane plane) {
    watch(plane, Map.of());
  }

  /**
   * The same, and looks at what leaves the node for others.
   *
   * @param peers IPv4 addresses of the other nodes, by name; empty: no capture
   */
  public void watch(DataPlane plane, Map<String, String> peers) {
    WatchRequest request = new WatchRequest(WireEntry.of(plane), peers);
    watching = post("/watch", request, Liveness.class, QUICK).watching();
  }

  /** Ends the watch and says what was seen; the same again when asked again. */
  public WireSightings finish() {
    watching = false;
    return post("/watch/finish", new Liveness(false), WatchAnswer.class, QUICK).sightings();
  }

  /** Stops the keep-alive; the observer then ends after its idle limit. */
  @Override
  public void close() {
    closed.countDown();
  }

  private void beat(Duration every) {
    try {
      while (!closed.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          exchange(request("/alive", QUICK).POST(body(new Liveness(watching))).build());
        } catch (IOException | ObserverException ignored) {
          // The next one may get through; a call that matters says so itself.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <T> T get(String path, Class<T> type) {
    return call(path, type, () -> request(path, QUICK).GET().build());
  }

  private <T> T post(String path, Object message, Class<T> type, Duration longest) {
    return call(path, type, () -> request(path, longest).POST(body(message)).build());
  }

  private HttpRequest.Builder request(String path, Duration longest) {
    return HttpRequest.newBuilder(URI.create("http://" + address.get() + path)).timeout(longest);
  }

  private static BodyPublisher body(Object message) {
    return BodyPublishers.ofByteArray(Messages.write(message));
  }

  private <T> T call(String path, Class<T> type, Supplier<HttpRequest> request) {
    long start = System.nanoTime();
    while (true) {
      try {
        return read(exchange(request.get()), type);
      } catch (IOException e) {
        if (System.nanoTime() - start >= patience.toNanos()) {
          throw new ObserverException(
              "the observer did not answer %s within %d s: %s; is its pod running, and the port-forward open?"
                  .formatted(path, patience.toSeconds(), e),
              e);
        }
      } catch (InterruptedException e) {
        throw interrupted(path, e);
      }
      pause(path);
    }
  }

  private HttpResponse<byte[]> exchange(HttpRequest request)
      throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.ofByteArray());
  }

  private static <T> T read(HttpResponse<byte[]> response, Class<T> type) {
    if (response.statusCode() != 200) {
      String words = Messages.read(response.body(), Failure.class).error();
      throw new ObserverException(
          "the observer refused %s: %s".formatted(response.uri().getPath(), words));
    }
    return Messages.read(response.body(), type);
  }

  private static void pause(String path) {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw interrupted(path, e);
    }
  }

  private static ObserverException interrupted(String path, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new ObserverException("interrupted while asking the observer for " + path, cause);
  }
}
