package io.meshgauge.topology.connection;

import java.util.Optional;

/**
 * The connections of client proxies to the proxies of services.
 *
 * @param lifetime requests after which a connection is closed; empty: it is kept
 * @param resumption whether a TLS session may be resumed by the next connection; empty: as usual
 * @param version the only TLS version; empty: as usual
 * @param keyExchange the only group of the key exchange; empty: as usual
 * @param certificateKey the keys of all certificates; empty: as usual
 * @param cipher the only cipher, of TLS 1.2; empty: as usual
 * @param upgraded whether calls of HTTP/1.1 are HTTP/2 between the proxies
 */
public record Connections(
    Optional<Integer> lifetime,
    Optional<Boolean> resumption,
    Optional<TlsVersion> version,
    Optional<KeyExchange> keyExchange,
    Optional<CertificateKey> certificateKey,
    Optional<Cipher> cipher,
    boolean upgraded) {
  /** Kept, with TLS as the mesh has it. */
  public static final Connections AS_USUAL =
      new Connections(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false);
}
