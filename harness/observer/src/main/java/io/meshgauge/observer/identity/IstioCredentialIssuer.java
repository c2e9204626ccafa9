package io.meshgauge.observer.identity;

import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.identity.Pem;
import io.meshgauge.identity.SigningRequest;
import io.meshgauge.identity.UntrustedIdentity;
import io.meshgauge.topology.Address;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Issues credentials of Istio's authority: requests each once, on first use. */
final class IstioCredentialIssuer implements CredentialIssuer {
  private final IstioIdentities source;
  private final List<X509Certificate> trusted;
  private final CertificateService service;
  private final UntrustedIdentity untrusted = new UntrustedIdentity();
  private final Map<String, Credential> signed = new HashMap<>();

  IstioCredentialIssuer(IstioIdentities source) {
    this.source = source;
    this.trusted = Pem.certificates(source.root());
    this.service =
        new CertificateService(address(source.authority()), source.authorityName(), trusted);
  }

  @Override
  public List<X509Certificate> trusted() {
    return trusted;
  }

  @Override
  public SortedSet<String> workloads() {
    return new TreeSet<>(source.accounts().keySet());
  }

  @Override
  public Optional<Credential> of(String workload) {
    IstioIdentities.Account account = account(workload);
    return account.token().isEmpty()
        ? Optional.empty()
        : Optional.of(signed.computeIfAbsent(workload, it -> sign(account)));
  }

  @Override
  public Credential untrusted(String workload) {
    return untrusted.named(name(workload));
  }

  /** Always empty: Istio signs for its own trust domain only. */
  @Override
  public Optional<Credential> foreign(String workload) {
    return Optional.empty();
  }

  @Override
  public String name(String workload) {
    return account(workload).spiffe();
  }

  private Credential sign(IstioIdentities.Account account) {
    SigningRequest request = new SigningRequest(account.spiffe());
    return request.signed(service.sign(request.pem(), account.token(), account.spiffe()));
  }

  private IstioIdentities.Account account(String workload) {
    IstioIdentities.Account account = source.accounts().get(workload);
    if (account == null) {
      throw new IdentityException(
          "no service account of '%s' was sent; known: %s"
              .formatted(workload, source.accounts().keySet()));
    }
    return account;
  }

  private static Address address(String text) {
    int colon = text.lastIndexOf(':');
    try {
      return new Address(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IdentityException(
          "invalid address of an authority '%s'; expected HOST:PORT".formatted(text), e);
    }
  }
}
