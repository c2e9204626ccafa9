package io.meshgauge.observer.identity;

import io.meshgauge.identity.CredentialIssuer;
import java.util.Map;

/**
 * Identities that the observer obtains from Istio's certificate authority, each for a service
 * account's token.
 *
 * @param authority address of istiod: {@code HOST:PORT}, by default {@link #ISTIOD}
 * @param authorityName the name in istiod's own certificate, by default {@link #ISTIOD_NAME}
 * @param root the mesh's root certificate, PEM: {@code root-cert.pem} of the config map {@code
 *     istio-ca-root-cert}
 * @param accounts by workload
 */
public record IstioIdentities(
    String authority, String authorityName, String root, Map<String, Account> accounts)
    implements IdentitySource {

  /** Istiod's certificate service in the cluster's DNS. */
  public static final String ISTIOD = "istiod.istio-system.svc:15012";

  /** The name in istiod's certificate, whatever its address. */
  public static final String ISTIOD_NAME = "istiod.istio-system.svc";

  /** The audience a token must have to be exchanged. */
  public static final String AUDIENCE = "istio-ca";

  public IstioIdentities {
    accounts = Map.copyOf(accounts);
  }

  /** Identities from istiod at its default address. */
  public IstioIdentities(String root, Map<String, Account> accounts) {
    this(ISTIOD, ISTIOD_NAME, root, accounts);
  }

  /**
   * Service account of a workload.
   *
   * @param trustDomain of the mesh, usually {@code cluster.local}
   * @param namespace of its pods
   * @param serviceAccount of its pods
   * @param token of that account, for the audience {@link #AUDIENCE}; empty if no probe uses this
   *     identity
   */
  public record Account(String trustDomain, String namespace, String serviceAccount, String token) {

    /** Its SPIFFE name in Istio's form. */
    public String spiffe() {
      return "spiffe://%s/ns/%s/sa/%s".formatted(trustDomain, namespace, serviceAccount);
    }

    /** Names the account only, so that no token is logged. */
    @Override
    public String toString() {
      return spiffe();
    }
  }

  @Override
  public CredentialIssuer open() {
    return new IstioCredentialIssuer(this);
  }
}
