package io.meshgauge.sample.common.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** Member of W3C baggage that names the arm of a request by its number, from 0, in two digits. */
  private static final Pattern ARM = Pattern.compile("(?:^|,)\\s*meshgauge\\.arm=(\\d\\d)");

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

  /**
   * The arm on whose behalf this request is: services that several arms share reach each peer by
   * the path of the request's arm.
   *
   * @return its number; 0 for a request that names none
   */
  public int arm() {
    Matcher member = member();
    return member.find() ? Integer.parseInt(member.group(1)) : 0;
  }

  /** Only the arm, for work that outlasts the request; empty if it names none. */
  public PropagatedHeaders armOnly() {
    Matcher member = member();
    return member.find()
        ? new PropagatedHeaders(Map.of("baggage", "meshgauge.arm=" + member.group(1)))
        : NONE;
  }

  private Matcher member() {
    return ARM.matcher(values.getOrDefault("baggage", ""));
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
