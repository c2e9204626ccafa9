package io.meshgauge.observer;

import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.identity.Pem;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Credentials that the harness has itself and sends along: those of a run's own authority.
 *
 * @param roots certificates to trust, PEM; empty where none is trusted
 * @param holders by workload
 */
public record CredentialStore(String roots, Map<String, Holder> holders) implements IdentitySource {

  /**
   * No identity and no root: where nothing is encrypted, and where our clients get no certificate
   * of the mesh, as under Linkerd.
   */
  public static final CredentialStore NONE = new CredentialStore("", Map.of());

  public CredentialStore {
    holders = Map.copyOf(holders);
  }

  /**
   * What can be shown in the name of a workload.
   *
   * @param name the SPIFFE name it must have when it serves
   * @param right its credential; null when it has none
   * @param untrusted the right name, signed by an untrusted authority
   * @param foreign signed by the right authority, of another trust domain; null when there is none
   */
  public record Holder(
      String name, @Nullable Papers right, Papers untrusted, @Nullable Papers foreign) {}

  /**
   * A credential as text.
   *
   * @param name the SPIFFE name in it
   * @param key EC key, PKCS #8, PEM
   * @param chain leaf first, PEM
   */
  public record Papers(String name, String key, String chain) {
    static Papers of(Credential credential) {
      return new Papers(credential.spiffe(), Pem.of(credential.key()), Pem.of(credential.chain()));
    }

    Credential credential() {
      return new Credential(name, Pem.key(key), Pem.certificates(chain));
    }

    /** Names the holder only: a key must not slip into a log. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** The credentials of some workloads, intruders included. */
  public static CredentialStore of(CredentialIssuer passports, Collection<String> workloads) {
    Map<String, Holder> holders = new TreeMap<>();
    for (String workload : workloads) {
      holders.put(
          workload,
          new Holder(
              passports.name(workload),
              passports.of(workload).map(Papers::of).orElse(null),
              Papers.of(passports.untrusted(workload)),
              passports.foreign(workload).map(Papers::of).orElse(null)));
    }
    return new CredentialStore(Pem.of(passports.trusted()), holders);
  }

  @Override
  public CredentialIssuer open() {
    return new Open(roots.isEmpty() ? List.of() : Pem.certificates(roots), holders);
  }

  private record Open(List<X509Certificate> trusted, Map<String, Holder> holders)
      implements CredentialIssuer {
    @Override
    public Optional<Credential> of(String workload) {
      return Optional.ofNullable(holder(workload).right()).map(Papers::credential);
    }

    @Override
    public Credential untrusted(String workload) {
      return holder(workload).untrusted().credential();
    }

    @Override
    public Optional<Credential> foreign(String workload) {
      return Optional.ofNullable(holder(workload).foreign()).map(Papers::credential);
    }

    @Override
    public String name(String workload) {
      return holder(workload).name();
    }

    private Holder holder(String workload) {
      Holder holder = holders.get(workload);
      if (holder == null) {
        throw new IdentityException(
            "no identity of '%s' was sent; there are %s".formatted(workload, holders.keySet()));
      }
      return holder;
    }
  }
}
