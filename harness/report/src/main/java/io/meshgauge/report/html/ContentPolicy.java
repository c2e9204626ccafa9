package io.meshgauge.report.html;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * Content security policy of the page: the browser runs only the page's own scripts, identified by
 * their hashes, applies styles, and sends no request. Foreign text that got through all escapes
 * would still not run as a script.
 */
final class ContentPolicy {
  private ContentPolicy() {}

  /** The policy of a page that has exactly these inline scripts, or none. */
  static String of(String... scripts) {
    String hashes =
        scripts.length == 0
            ? "'none'"
            : Arrays.stream(scripts).map(ContentPolicy::hash).collect(Collectors.joining(" "));
    // Charts set the colours and sizes of their elements, which no hash can allow.
    return "default-src 'none'; script-src %s; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        .formatted(hashes);
  }

  /**
   * The policy of a page that fetches updates from its own server, and that no other page may
   * frame.
   */
  static String live(String... scripts) {
    return of(scripts) + "; connect-src 'self'; frame-ancestors 'none'";
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
