package io.meshgauge.platform;

import java.util.regex.Pattern;

/**
 * Removes keys, tokens and passwords in headers from texts of other programs, such as logs of pods,
 * because archives are shared more freely than access to a cluster.
 */
public final class Redaction {
  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|\\z)",
          Pattern.DOTALL);

  private static final Pattern TOKEN =
      Pattern.compile("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?");

  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)(authorization\"?\\s{0,4}[:=]\\s{0,4}\"?(?:bearer|basic))\\s+[^\\s\",;]+");

  private Redaction() {}

  /** The text with a placeholder for each secret. */
  public static String of(String text) {
    String keys = KEY.matcher(text).replaceAll("(a private key was here)");
    String tokens = TOKEN.matcher(keys).replaceAll("(a token was here)");
    return HEADER.matcher(tokens).replaceAll("$1 (a credential was here)");
  }
}
