package io.meshgauge.evidence.probe;

import java.nio.charset.StandardCharsets;

/**
 * How Envoy, and so Istio's sidecar, refuses a request that no policy allows: status 403 with the
 * words {@code RBAC: access denied}. A connection that a policy for TCP refuses is closed instead.
 */
public final class Refusal {
  public static final String WORDS = "RBAC: access denied";

  private Refusal() {}

  /** Whether an HTTP/1 answer is of the status that may be such a refusal. */
  static boolean possible(byte[] http1) {
    return text(http1).matches("(?s)HTTP/1\\.[01] 403.*");
  }

  /** Whether the bytes of an answer's body hold the words. */
  static boolean in(byte[] body) {
    return text(body).contains(WORDS);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
