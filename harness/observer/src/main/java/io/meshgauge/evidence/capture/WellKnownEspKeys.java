package io.meshgauge.evidence.capture;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Well-known ESP keys. Traffic that decrypts with one of them is not confidential.
 *
 * <p>They are the beginnings of the tokens that Kubernetes gives its service accounts, which begin
 * with their own header, the same on most clusters. Kindnet was seen to take the first 16 bytes of
 * one for its key, with AES in CBC mode and no authentication.
 *
 * @param pods IPv4 addresses, one of which must stand in a packet that was opened
 */
record WellKnownEspKeys(Set<String> pods) {
  /** The heads of JSON web tokens of RS256, RS384, ES256 and ES384 in base64, first 16 bytes. */
  private static final List<String> BEGINNINGS =
      List.of("eyJhbGciOiJSUzI1", "eyJhbGciOiJSUzM4", "eyJhbGciOiJFUzI1", "eyJhbGciOiJFUzM4");

  /** Index of the security association and sequence number. */
  private static final int HEADER = 8;

  private static final int BLOCK = 16;

  /** The blocks that hold the header of an IPv4 packet. */
  private static final int ENOUGH = 2 * BLOCK;

  WellKnownEspKeys {
    pods = Set.copyOf(pods);
  }

  /**
   * Whether one of the keys opens a packet.
   *
   * @param esp from the index of its security association; may be cut short
   */
  boolean open(byte[] esp) {
    return esp.length >= HEADER + BLOCK + ENOUGH
        && BEGINNINGS.stream().anyMatch(key -> opens(key, esp));
  }

  private boolean opens(String key, byte[] esp) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "AES"),
          new IvParameterSpec(esp, HEADER, BLOCK));
      byte[] inner = cipher.doFinal(esp, HEADER + BLOCK, ENOUGH);
      return inner[0] == 0x45 && (pods.contains(host(inner, 12)) || pods.contains(host(inner, 16)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES in CBC mode, which every Java has: " + e, e);
    }
  }

  private static String host(byte[] packet, int at) {
    return "%d.%d.%d.%d"
        .formatted(
            packet[at] & 0xff, packet[at + 1] & 0xff, packet[at + 2] & 0xff, packet[at + 3] & 0xff);
  }
}
