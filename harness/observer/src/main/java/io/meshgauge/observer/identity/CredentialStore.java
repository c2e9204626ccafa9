package io.meshgauge.observer.identity;

import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.identity.Pem;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of the run's own certificate authority, which the harness sends with the request.
 *
 * @param roots certificates to trust, PEM; empty if none
 * @param holders by workload
 */
public record CredentialStore(String roots, Map<String, Holder> holders) implements IdentitySource {

  /**
   * No identity and no root: without encryption, and for a mesh that issues no certificate to
   * probing clients, such as Linkerd.
   */
  public static final CredentialStore NONE = new CredentialStore("", Map.of());

  public CredentialStore {
    holders = Map.copyOf(holders);
  }

  /**
   * Credentials with the name of one workload.
   *
   * @param name the SPIFFE name that it must have as a server
   * @param right its credential; null if it has none
   * @param untrusted its name, signed by an untrusted authority
   * @param foreign signed by the right authority for another trust domain; null if there is none
   */
  public record Holder(
      String name, @Nullable PemBundle right, PemBundle untrusted, @Nullable PemBundle foreign) {}

  /**
   * A credential as text.
   *
   * @param name the SPIFFE name in it
   * @param key EC key, PKCS #8, PEM
   * @param chain leaf first, PEM
   */
  public record PemBundle(String name, String key, String chain) {
    static PemBundle of(Credential credential) {
      return new PemBundle(
          credential.spiffe(), Pem.of(credential.key()), Pem.of(credential.chain()));
    }

    Credential credential() {
      return new Credential(name, Pem.key(key), Pem.certificates(chain));
    }

    /** Names the holder only, so that no key is logged. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** The credentials of these workloads, including untrusted and foreign ones. */
  public static CredentialStore of(CredentialIssuer issuer, Collection<String> workloads) {
    Map<String, Holder> holders = new TreeMap<>();
    for (String workload : workloads) {
      holders.put(
          workload,
          new Holder(
              issuer.name(workload),
              issuer.of(workload).map(PemBundle::of).orElse(null),
              PemBundle.of(issuer.untrusted(workload)),
              issuer.foreign(workload).map(PemBundle::of).orElse(null)));
    }
    return new CredentialStore(Pem.of(issuer.trusted()), holders);
  }

  @Override
  public CredentialIssuer open() {
    return new Open(roots.isEmpty() ? List.of() : Pem.certificates(roots), holders);
  }

  private record Open(List<X509Certificate> trusted, Map<String, Holder> holders)
      implements CredentialIssuer {
    @Override
    public SortedSet<String> workloads() {
      return new TreeSet<>(holders.keySet());
    }

    @Override
    public Optional<Credential> of(String workload) {
      return Optional.ofNullable(holder(workload).right()).map(PemBundle::credential);
    }

    @Override
    public Credential untrusted(String workload) {
      return holder(workload).untrusted().credential();
    }

    @Override
    public Optional<Credential> foreign(String workload) {
      return Optional.ofNullable(holder(workload).foreign()).map(PemBundle::credential);
    }

    @Override
    public String name(String workload) {
      return holder(workload).name();
    }

    private Holder holder(String workload) {
      Holder holder = holders.get(workload);
      if (holder == null) {
        throw new IdentityException(
            "no identity of '%s' was sent; known: %s".formatted(workload, holders.keySet()));
      }
      return holder;
    }
  }
}
