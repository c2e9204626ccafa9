package io.meshgauge.sample.common.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The headers of an incoming request that are propagated to every call on its behalf.
 *
 * <p>A mesh can join the spans of a request only if the application propagates them, and a mesh
 * that authenticates end users needs the bearer token at every hop.
 *
 * @param values lower-case header name to value, as received
 */
public record PropagatedHeaders(Map<String, String> values) {

  /** Names of the propagated headers, lower case. */
  public static final List<String> NAMES =
      List.of(
          "authorization",
          "x-request-id",
          "traceparent",
          "tracestate",
          "baggage",
          "b3",
          "x-b3-traceid",
          "x-b3-spanid",
          "x-b3-parentspanid",
          "x-b3-sampled",
          "x-b3-flags");

  private static final PropagatedHeaders NONE = new PropagatedHeaders(Map.of());
  private static final ThreadLocal<PropagatedHeaders> CURRENT = ThreadLocal.withInitial(() -> NONE);

  /** Copies the map, so that it cannot change later. */
  public PropagatedHeaders {
    values = Map.copyOf(values);
  }

  /** The headers of this thread's current request; empty outside a request. */
  public static PropagatedHeaders current() {
    return CURRENT.get();
  }

  /**
   * Reads the headers of one request.
   *
   * @param lookup gives a header's value by name, or null
   */
  public static PropagatedHeaders read(UnaryOperator<@Nullable String> lookup) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String name : NAMES) {
      String value = lookup.apply(name);
      if (value != null) {
        found.put(name, value);
      }
    }
    return found.isEmpty() ? NONE : new PropagatedHeaders(found);
  }

  /** Makes these the current headers of this thread until the scope is closed. */
  public Scope enter() {
    PropagatedHeaders before = CURRENT.get();
    CURRENT.set(this);
    return () -> {
      if (before.equals(NONE)) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    };
  }

  /** The scope in which headers are current. */
  public interface Scope extends AutoCloseable {
    @Override
    void close();
  }
}
