package io.meshgauge.load.testserver;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority of the test's own, which writes PEM files. */
public final class TestAuthority {

  private final String name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  /** Someone's certificate and key. */
  public record Identity(X509Certificate certificate, KeyPair keys) {

    /** Writes the certificate to a file. */
    public String certificateFile(Path file) throws IOException {
      return write(file, certificate);
    }

    /** Writes the key to a file, as PKCS #8. */
    public String keyFile(Path file) throws IOException {
      try {
        return write(file, new JcaPKCS8Generator(keys.getPrivate(), null));
      } catch (org.bouncycastle.util.io.pem.PemGenerationException e) {
        throw new IOException(e);
      }
    }
  }

  /** An authority of that name. */
  public TestAuthority(String name) throws GeneralSecurityException, IOException {
    this.name = name;
    keys = newKeys();
    certificate = sign(name, keys, true);
  }

  /** Issues a certificate for that DNS name, for servers on loopback as well as clients. */
  public Identity issue(String subject) throws GeneralSecurityException, IOException {
    KeyPair pair = newKeys();
    return new Identity(sign(subject, pair, false), pair);
  }

  /** Writes the authority's certificate to a file. */
  public String certificateFile(Path file) throws IOException {
    return write(file, certificate);
  }

  /** TLS of a server with a certificate for localhost, which trusts this authority's clients. */
  public SSLContext server() throws GeneralSecurityException, IOException {
    Identity identity = issue("localhost");
    KeyStore own = emptyStore();
    own.setKeyEntry(
        "server",
        identity.keys().getPrivate(),
        new char[0],
        new X509Certificate[] {identity.certificate()});
    KeyManagerFactory shown =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    shown.init(own, new char[0]);
    KeyStore trusted = emptyStore();
    trusted.setCertificateEntry("authority", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private X509Certificate sign(String subject, KeyPair pair, boolean authority)
      throws GeneralSecurityException, IOException {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Name("CN=" + name),
            BigInteger.valueOf(System.nanoTime()),
            Date.from(now.minus(1, ChronoUnit.HOURS)),
            Date.from(now.plus(1, ChronoUnit.DAYS)),
            new X500Name("CN=" + subject),
            pair.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
    if (!authority) {
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, subject)));
    }
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static String write(Path file, Object content) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(content);
    }
    return Files.writeString(file, text.toString()).toString();
  }
}
