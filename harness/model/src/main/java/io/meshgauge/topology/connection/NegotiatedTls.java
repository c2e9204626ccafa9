package io.meshgauge.topology.connection;

import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * TLS as the two ends of a hop negotiated it.
 *
 * @param hop as the evidence names it, for example {@code web → prices}
 * @param versions for example {@code TLSv1.3}; empty if unknown, as are the others
 * @param ciphers cipher suites, by the name that the observer of the sessions has for them
 * @param groups of the key exchange, for example {@code X25519MLKEM768}
 * @param certificate of the server; null where no client of ours saw it
 */
public record NegotiatedTls(
    String hop,
    SortedSet<String> versions,
    SortedSet<String> ciphers,
    SortedSet<String> groups,
    @Nullable ServerCertificate certificate) {}
