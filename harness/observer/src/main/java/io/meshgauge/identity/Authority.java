package io.meshgauge.identity;

import io.meshgauge.topology.connection.CertificateKey;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority whose key lives in memory only. Keys of its certificates are like it.
 *
 * <p>Its certificates are valid from one hour ago for a week: longer than the longest soak, and
 * worthless after it.
 */
final class Authority {
  private static final Duration BACKDATED = Duration.ofHours(1);
  private static final Duration LIFETIME = Duration.ofDays(7);

  /** Of a certificate that has expired when it is issued. */
  private static final Duration PAST = BACKDATED.minusMinutes(1);

  private final X500Name name;
  private final CertificateKey kind;
  private final KeyPair keys;
  private final SecureRandom random = new SecureRandom();
  private final X509Certificate certificate;

  Authority(String commonName, CertificateKey kind) {
    this.name = new X500Name("CN=" + commonName);
    this.kind = kind;
    this.keys = newKeys(kind);
    this.certificate = selfSigned();
  }

  /** The self-signed certificate that peers trust. */
  X509Certificate certificate() {
    return certificate;
  }

  /**
   * Issues a key and a leaf certificate, for client and server use, whose only name is the given
   * SPIFFE URI.
   */
  Credential issue(String spiffe) {
    return issue(spiffe, List.of());
  }

  /** The same with DNS names, for a server that is known by them. */
  Credential issue(String spiffe, List<String> dnsNames) {
    return issue(spiffe, dnsNames, LIFETIME);
  }

  /** The same, which has expired. */
  Credential expired(String spiffe) {
    return issue(spiffe, List.of(), PAST);
  }

  private Credential issue(String spiffe, List<String> dnsNames, Duration lifetime) {
    List<GeneralName> names = new ArrayList<>();
    names.add(new GeneralName(GeneralName.uniformResourceIdentifier, spiffe));
    dnsNames.forEach(it -> names.add(new GeneralName(GeneralName.dNSName, it)));
    KeyPair leaf = newKeys(kind);
    try {
      // As Istio's: an empty subject, which makes the alternative name critical.
      X509v3CertificateBuilder builder = builder(new X500Name(""), leaf.getPublic(), lifetime);
      builder.addExtension(
          Extension.subjectAlternativeName,
          true,
          new GeneralNames(names.toArray(new GeneralName[0])));
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(
              new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
      return new Credential(spiffe, leaf.getPrivate(), List.of(sign(builder), certificate));
    } catch (CertIOException e) {
      throw new IllegalStateException("cannot encode the certificate of " + spiffe, e);
    }
  }

  private X509Certificate selfSigned() {
    try {
      X509v3CertificateBuilder builder = builder(name, keys.getPublic(), LIFETIME);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return sign(builder);
    } catch (CertIOException e) {
      throw new IllegalStateException("cannot encode the certificate of " + name, e);
    }
  }

  private X509v3CertificateBuilder builder(X500Name subject, PublicKey key, Duration lifetime) {
    Instant from = Instant.now().minus(BACKDATED);
    return new JcaX509v3CertificateBuilder(
        name,
        new BigInteger(128, random).setBit(126),
        Date.from(from),
        Date.from(from.plus(lifetime)),
        subject,
        key);
  }

  private X509Certificate sign(X509v3CertificateBuilder builder) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(new JcaContentSignerBuilder(signature()).build(keys.getPrivate())));
    } catch (OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign a certificate of " + name, e);
    }
  }

  private String signature() {
    return kind == CertificateKey.ECDSA_P_256 ? "SHA256withECDSA" : "SHA256withRSA";
  }

  static KeyPair newKeys(CertificateKey kind) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind.algorithm());
      // For EC the length stands for the NIST curve of that length.
      generator.initialize(kind.bits());
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "this Java runtime cannot make keys of %s".formatted(kind.key()), e);
    }
  }
}
