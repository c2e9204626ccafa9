package io.meshgauge.report.cbom;

import java.util.Arrays;
import java.util.Optional;
import org.cyclonedx.model.component.crypto.enums.CryptoFunction;
import org.cyclonedx.model.component.crypto.enums.Mode;
import org.cyclonedx.model.component.crypto.enums.Primitive;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm of TLS, by parts of the names that libraries have for it. Security levels in bits
 * follow NIST SP 800-57, part 1, table 2; those against quantum computers are the categories of
 * NIST's call for post-quantum standards, where 0 is none.
 */
enum Algorithm {
  X25519_ML_KEM_768("X25519MLKEM768", Primitive.COMBINER, "768", 192, 3, "X25519MLKEM768"),
  X25519("X25519", Primitive.KEY_AGREE, null, 128, 0, "X25519"),
  P_256("ECDH P-256", Primitive.KEY_AGREE, "P-256", 128, 0, "P-256", "secp256r1"),
  AES_128_GCM("AES-128-GCM", Primitive.AE, "128", 128, 1, "AES_128_GCM", "AES128-GCM"),
  AES_256_GCM("AES-256-GCM", Primitive.AE, "256", 256, 5, "AES_256_GCM", "AES256-GCM"),
  CHACHA20_POLY1305("ChaCha20-Poly1305", Primitive.AE, "256", 256, null, "CHACHA20"),
  ECDSA("ECDSA", Primitive.SIGNATURE, null, null, 0, "ECDSA", "EC"),
  RSA("RSA", Primitive.SIGNATURE, null, null, 0, "RSA"),
  ED25519("Ed25519", Primitive.SIGNATURE, null, 128, 0, "Ed25519", "EdDSA");

  private final String title;
  private final Primitive primitive;
  private final @Nullable String parameters;
  private final @Nullable Integer bits;
  private final @Nullable Integer quantumLevel;
  private final String[] names;

  Algorithm(
      String title,
      Primitive primitive,
      @Nullable String parameters,
      @Nullable Integer bits,
      @Nullable Integer quantumLevel,
      String... names) {
    this.title = title;
    this.primitive = primitive;
    this.parameters = parameters;
    this.bits = bits;
    this.quantumLevel = quantumLevel;
    this.names = names;
  }

  /** The one that a group, cipher suite, kind of key or signature contains; empty if unknown. */
  static Optional<Algorithm> in(String name, Primitive... primitives) {
    return Arrays.stream(values())
        .filter(it -> Arrays.asList(primitives).contains(it.primitive))
        .filter(it -> Arrays.stream(it.names).anyMatch(name::contains))
        .findFirst();
  }

  String title() {
    return title;
  }

  Primitive primitive() {
    return primitive;
  }

  @Nullable String parameters() {
    return parameters;
  }

  @Nullable Integer bits() {
    return bits;
  }

  @Nullable Integer quantumLevel() {
    return quantumLevel;
  }

  Optional<Mode> mode() {
    return title.endsWith("GCM") ? Optional.of(Mode.GCM) : Optional.empty();
  }

  CryptoFunction[] functions() {
    return switch (primitive) {
      case AE -> new CryptoFunction[] {CryptoFunction.ENCRYPT, CryptoFunction.DECRYPT};
      case SIGNATURE -> new CryptoFunction[] {CryptoFunction.SIGN, CryptoFunction.VERIFY};
      default -> new CryptoFunction[] {CryptoFunction.KEYDERIVE};
    };
  }
}
