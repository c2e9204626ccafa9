package io.meshgauge.report.cbom;

import static io.meshgauge.report.cbom.CbomFormat.PREFIX;

import io.meshgauge.report.cbom.ArmTls.HopTls;
import io.meshgauge.topology.connection.ServerCertificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.Property;
import org.cyclonedx.model.component.crypto.AlgorithmProperties;
import org.cyclonedx.model.component.crypto.CertificateProperties;
import org.cyclonedx.model.component.crypto.CipherSuite;
import org.cyclonedx.model.component.crypto.CryptoProperties;
import org.cyclonedx.model.component.crypto.ProtocolProperties;
import org.cyclonedx.model.component.crypto.RelatedCryptoMaterialProperties;
import org.cyclonedx.model.component.crypto.enums.AssetType;
import org.cyclonedx.model.component.crypto.enums.Primitive;
import org.cyclonedx.model.component.crypto.enums.ProtocolType;
import org.cyclonedx.model.component.crypto.enums.RelatedCryptoMaterialType;

/** Adds cryptographic assets to a bill of materials, each of them once. */
final class CryptoAssets {
  private static final Primitive[] EXCHANGES = {Primitive.COMBINER, Primitive.KEY_AGREE};

  private final Bom bom;
  private final Set<String> added = new HashSet<>();

  CryptoAssets(Bom bom) {
    this.bom = bom;
  }

  /** Adds a protocol for each version that a hop negotiated, and what they are made of. */
  void add(String where, HopTls hop) {
    List<String> references = new ArrayList<>();
    groups(hop.negotiated().groups()).forEach(references::add);
    certificate(hop, where).ifPresent(references::add);
    SortedSet<String> versions = hop.negotiated().versions();
    for (String version : versions.isEmpty() ? List.of("") : versions) {
      ProtocolProperties properties = new ProtocolProperties();
      properties.setType(ProtocolType.TLS);
      if (!version.isEmpty()) {
        properties.setVersion(version.replace("TLSv", ""));
      }
      List<CipherSuite> suites = suites(hop.negotiated().ciphers());
      if (!suites.isEmpty()) {
        properties.setCipherSuites(suites);
      }
      if (!references.isEmpty()) {
        properties.setCryptoRefArray(references);
      }
      CryptoProperties crypto = of(AssetType.PROTOCOL);
      crypto.setProtocolProperties(properties);
      String name = version.isEmpty() ? "TLS" : version;
      Component protocol =
          asset("protocol %s: %s, %s".formatted(where, hop.negotiated().hop(), name), name);
      protocol.setCryptoProperties(crypto);
      protocol.setProperties(
          List.of(
              new Property(PREFIX + "arm", where),
              new Property(PREFIX + "hop", hop.negotiated().hop()),
              new Property(
                  PREFIX + "observed-by",
                  hop.counted() ? "counters of the proxies" : "a handshake of the harness"),
              new Property(PREFIX + "encryption", hop.proven() ? "proven" : "not proven")));
      bom.addComponent(protocol);
    }
  }

  private Stream<String> groups(SortedSet<String> names) {
    return names.stream().map(it -> algorithm(it, EXCHANGES));
  }

  private List<CipherSuite> suites(SortedSet<String> names) {
    return names.stream()
        .map(
            it -> {
              CipherSuite suite = new CipherSuite();
              suite.setName(it);
              suite.setAlgorithms(List.of(algorithm(it, Primitive.AE)));
              return suite;
            })
        .toList();
  }

  private Optional<String> certificate(HopTls hop, String where) {
    ServerCertificate shown = hop.negotiated().certificate();
    if (shown == null) {
      return Optional.empty();
    }
    String reference = "certificate %s: %s".formatted(where, shown.serial());
    if (added.add(reference)) {
      CertificateProperties properties = new CertificateProperties();
      properties.setSubjectName(shown.name());
      properties.setIssuerName(shown.issuer());
      properties.setNotValidBefore(shown.notBefore());
      properties.setNotValidAfter(shown.notAfter());
      properties.setCertificateFormat("X.509");
      properties.setSignatureAlgorithmRef(algorithm(shown.signature(), Primitive.SIGNATURE));
      properties.setSubjectPublicKeyRef(key(reference, shown));
      CryptoProperties crypto = of(AssetType.CERTIFICATE);
      crypto.setCertificateProperties(properties);
      Component certificate =
          asset(reference, shown.name().isEmpty() ? hop.negotiated().hop() : shown.name());
      certificate.setCryptoProperties(crypto);
      bom.addComponent(certificate);
    }
    return Optional.of(reference);
  }

  private String key(String certificate, ServerCertificate shown) {
    RelatedCryptoMaterialProperties properties = new RelatedCryptoMaterialProperties();
    properties.setType(RelatedCryptoMaterialType.PUBLIC_KEY);
    if (shown.bits() > 0) {
      properties.setSize(shown.bits());
    }
    properties.setAlgorithmRef(algorithm(shown.key(), Primitive.SIGNATURE));
    CryptoProperties crypto = of(AssetType.RELATED_CRYPTO_MATERIAL);
    crypto.setRelatedCryptoMaterialProperties(properties);
    String reference = "key of " + certificate;
    Component key = asset(reference, "%s, %d bits".formatted(shown.key(), shown.bits()));
    key.setCryptoProperties(crypto);
    bom.addComponent(key);
    return reference;
  }

  /** Adds the algorithm that a name contains; one that is not known, by its name alone. */
  private String algorithm(String name, Primitive... primitives) {
    Optional<Algorithm> known = Algorithm.in(name, primitives);
    String title = known.map(Algorithm::title).orElse(name);
    String reference = "algorithm " + title;
    if (added.add(reference)) {
      AlgorithmProperties properties = new AlgorithmProperties();
      properties.setPrimitive(known.map(Algorithm::primitive).orElse(Primitive.UNKNOWN));
      known.ifPresent(
          it -> {
            properties.setParameterSetIdentifier(it.parameters());
            properties.setClassicalSecurityLevel(it.bits());
            properties.setNistQuantumSecurityLevel(it.quantumLevel());
            properties.setCryptoFunctions(List.of(it.functions()));
            it.mode().ifPresent(properties::setMode);
          });
      CryptoProperties crypto = of(AssetType.ALGORITHM);
      crypto.setAlgorithmProperties(properties);
      Component algorithm = asset(reference, title);
      algorithm.setCryptoProperties(crypto);
      bom.addComponent(algorithm);
    }
    return reference;
  }

  private static CryptoProperties of(AssetType type) {
    CryptoProperties properties = new CryptoProperties();
    properties.setAssetType(type);
    return properties;
  }

  private static Component asset(String reference, String name) {
    Component component = new Component();
    component.setType(Component.Type.CRYPTOGRAPHIC_ASSET);
    component.setBomRef(reference);
    component.setName(name);
    return component;
  }
}
