package io.meshgauge.measure;

import java.util.Map;

/**
 * What the load expects of the requests of one label.
 *
 * @param to service that they are sent to; empty: the one that all load is sent to
 * @param denial why they must be refused
 */
public record RequestKind(String to, Denial denial) {
  /** Requests that must succeed. */
  public static final RequestKind ALLOWED = new RequestKind("", Denial.NONE);

  /** Labels of archives that are older than the file with the kinds. */
  private static final Map<String, Denial> EARLIER =
      Map.of("forbidden", Denial.ROLE, "risky", Denial.ATTRIBUTE, "unauthenticated", Denial.TOKEN);

  /** The kind of a label in an archive that does not say. */
  public static RequestKind ofEarlier(String label) {
    return new RequestKind("", EARLIER.getOrDefault(label, Denial.NONE));
  }

  /** Why requests of a kind must be refused. */
  public enum Denial {
    /** They must succeed. */
    NONE,
    /** They carry no token. */
    TOKEN,
    /** Their token has a role that does not suffice. */
    ROLE,
    /** The role suffices and other attributes do not. */
    ATTRIBUTE,
    /** The application refuses them by rules of its own, which no policy of a mesh knows. */
    APPLICATION
  }

  /** Whether they must be refused. */
  public boolean refused() {
    return denial != Denial.NONE;
  }
}
