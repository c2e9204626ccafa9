package io.meshgauge.topology.plane;

/**
 * How another policy is pushed to the proxy before a service, and taken back again.
 *
 * @param proxy its name
 * @param service the service it stands before
 * @param listener the name of the listener that enforces it
 * @param usual the file that the proxy watches, as it is at the start
 * @param changed the same with a rule more, by which our own question is refused, and no request of
 *     the load
 */
public record PolicyPush(
    String proxy, String service, String listener, ConfigFile usual, ConfigFile changed) {
  /** The version of a listener as it is at the start, as the proxy tells it. */
  public static final String USUAL = "usual";

  /** The version of a listener that has a rule more. */
  public static final String CHANGED = "changed";
}
