package io.meshgauge.identity;

import io.meshgauge.topology.connection.CertificateKey;
import java.io.IOException;
import java.security.KeyPair;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** A fresh EC P-256 key and the request (PKCS #10) that another authority signs it. */
public final class SigningRequest {
  private static final int URI_NAME = 6;

  private final String spiffe;
  private final KeyPair keys = Authority.newKeys(CertificateKey.ECDSA_P_256);

  /** A request for the given SPIFFE name. */
  public SigningRequest(String spiffe) {
    this.spiffe = spiffe;
  }

  /** The request as PEM; its only name is the SPIFFE URI. */
  public String pem() {
    try {
      ExtensionsGenerator extensions = new ExtensionsGenerator();
      extensions.addExtension(
          Extension.subjectAlternativeName,
          true,
          new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, spiffe)));
      byte[] der =
          new JcaPKCS10CertificationRequestBuilder(new X500Name(""), keys.getPublic())
              .addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate())
              .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
              .getEncoded();
      return Pem.block("CERTIFICATE REQUEST", der);
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a signing request for " + spiffe, e);
    }
  }

  /**
   * The credential that the authority's answer makes of the key.
   *
   * @param chain leaf first
   * @throws IdentityException when the leaf is of another key or another name
   */
  public Credential signed(List<X509Certificate> chain) {
    X509Certificate leaf = chain.get(0);
    if (!leaf.getPublicKey().equals(keys.getPublic())) {
      throw new IdentityException(
          "the authority's certificate for %s is of another key than was sent".formatted(spiffe));
    }
    List<String> names = names(leaf);
    if (!names.equals(List.of(spiffe))) {
      throw new IdentityException(
          "the authority's certificate names %s; expected %s: is the token that workload's?"
              .formatted(names, spiffe));
    }
    return new Credential(spiffe, keys.getPrivate(), chain);
  }

  /** The URI names of a certificate. */
  private static List<String> names(X509Certificate leaf) {
    try {
      Collection<List<?>> names = leaf.getSubjectAlternativeNames();
      return (names == null ? List.<List<?>>of() : names)
          .stream()
              .filter(name -> name.get(0).equals(URI_NAME))
              .map(name -> String.valueOf(name.get(1)))
              .toList();
    } catch (CertificateParsingException e) {
      throw new IdentityException("the authority's certificate has unreadable names", e);
    }
  }
}
