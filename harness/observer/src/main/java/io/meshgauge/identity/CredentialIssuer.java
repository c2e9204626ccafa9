package io.meshgauge.identity;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What our own TLS clients can show at a mesh's listeners, and what they must find there.
 *
 * <p>Methods that ask an external authority throw {@link IdentityException} when they are refused.
 */
public interface CredentialIssuer {

  /** The certificates that a server's chain must end at; empty where none is trusted. */
  List<X509Certificate> trusted();

  /** The workloads whose names are known, those on other nodes as well, sorted. */
  SortedSet<String> workloads();

  /** A workload's own credential; empty when it has none. */
  Optional<Credential> of(String workload);

  /** An intruder: the workload's right name, signed by an untrusted authority. */
  Credential untrusted(String workload);

  /**
   * An intruder: signed by the right authority, but of another trust domain; empty where that
   * authority signs no such thing, as a real mesh's does not.
   */
  Optional<Credential> foreign(String workload);

  /** The SPIFFE name a workload must have when it serves. */
  String name(String workload);
}
