package io.meshgauge.observer;

import io.meshgauge.identity.CredentialIssuer;
import java.util.Map;

/**
 * Credentials that the observer has signed by a real Istio's authority, each in exchange for a
 * service account's token.
 *
 * @param authority how istiod is reached: {@code HOST:PORT}, by default {@link #ISTIOD}
 * @param authorityName the name in istiod's own certificate, by default {@link #ISTIOD_NAME}
 * @param root the mesh's root certificate, PEM: {@code root-cert.pem} of the config map {@code
 *     istio-ca-root-cert}
 * @param accounts by workload
 */
public record IstioIdentities(
    String authority, String authorityName, String root, Map<String, Account> accounts)
    implements IdentitySource {

  /** Istiod's certificate service, as a cluster's name service knows it. */
  public static final String ISTIOD = "istiod.istio-system.svc:15012";

  /** The name that istiod's certificate bears wherever it is reached. */
  public static final String ISTIOD_NAME = "istiod.istio-system.svc";

  /** The audience a token must have to be exchanged. */
  public static final String AUDIENCE = "istio-ca";

  public IstioIdentities {
    accounts = Map.copyOf(accounts);
  }

  /** Credentials from istiod at its usual place. */
  public IstioIdentities(String root, Map<String, Account> accounts) {
    this(ISTIOD, ISTIOD_NAME, root, accounts);
  }

  /**
   * Who a workload is.
   *
   * @param trustDomain of the mesh, usually {@code cluster.local}
   * @param namespace of its pods
   * @param serviceAccount of its pods
   * @param token of that account, for the audience {@link #AUDIENCE}; empty when our clients need
   *     not be this workload
   */
  public record Account(String trustDomain, String namespace, String serviceAccount, String token) {

    /** Its SPIFFE name, as Istio forms it. */
    public String spiffe() {
      return "spiffe://%s/ns/%s/sa/%s".formatted(trustDomain, namespace, serviceAccount);
    }

    /** Names the account only: a token must not slip into a log. */
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
