package io.meshgauge.topology.plane;

import io.meshgauge.topology.connection.Connections;
import io.meshgauge.topology.routing.Injection;
import io.meshgauge.topology.routing.Routing;
import java.time.Duration;
import java.util.Optional;

/**
 * How proxies steer the requests between workloads, where a variant asks for something else than
 * its mesh does by itself; what is empty was not asked for.
 *
 * @param retries when a client's proxy sends a request again
 * @param timeout how long a client's proxy waits for an answer, all tries together
 * @param perSecond requests that the proxy before a service lets pass each second, and at once;
 *     others are answered 429
 * @param maxInFlight requests that a client's proxy has under way to a service at most, and as many
 *     that wait for a connection; others are answered 503
 * @param maxRetriesInFlight requests that a client's proxy sends again to a service at the same
 *     time
 * @param failuresInARow after how many answers of 5xx, one after the other, a replica is left out
 *     for a while
 * @param connections how proxies keep their connections to each other
 * @param routing what they do with the requests for one service
 */
public record Traffic(
    Optional<Retries> retries,
    Optional<Duration> timeout,
    Optional<Integer> perSecond,
    Optional<Integer> maxInFlight,
    Optional<Integer> maxRetriesInFlight,
    Optional<Integer> failuresInARow,
    Connections connections,
    Routing routing) {

  /** Nothing that its mesh does not do by itself. */
  public static final Traffic AS_USUAL =
      new Traffic(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Connections.AS_USUAL,
          Routing.AS_USUAL);

  /**
   * When a request is sent again.
   *
   * @param most how often at most; 0: never
   * @param onAnswers whether also after an answer of 5xx, and not only where the service cannot
   *     have worked on it, or says itself that it is not available
   */
  public record Retries(int most, boolean onAnswers) {}

  /** The same, with another limit of requests per second. */
  public Traffic limitedTo(Optional<Integer> rate) {
    return with(rate, connections, routing);
  }

  /** The same, with connections kept in another way. */
  public Traffic over(Connections others) {
    return with(perSecond, others, routing);
  }

  /** The same, with other treatment of the requests for one service. */
  public Traffic routed(Routing other) {
    return with(perSecond, connections, other);
  }

  private Traffic with(Optional<Integer> rate, Connections kept, Routing routed) {
    return new Traffic(
        retries, timeout, rate, maxInFlight, maxRetriesInFlight, failuresInARow, kept, routed);
  }

  /** Whether anything was asked for, so that it must be seen to be on. */
  public boolean any() {
    return !equals(AS_USUAL);
  }

  /** Whether proxies may answer a request by themselves, in the place of the service. */
  public boolean answers() {
    return timeout.isPresent()
        || perSecond.isPresent()
        || maxInFlight.isPresent()
        || routing.injection().flatMap(Injection::abort).isPresent();
  }
}
