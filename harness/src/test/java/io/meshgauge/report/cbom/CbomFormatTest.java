package io.meshgauge.report.cbom;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Run;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.topology.connection.NegotiatedTls;
import io.meshgauge.topology.connection.ServerCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CbomFormatTest {
  private static final String HOP = "gateway → order";
  private static final ServerCertificate SHOWN =
      new ServerCertificate(
          "spiffe://cluster.local/ns/meshgauge/sa/order",
          "O=cluster.local",
          "1f",
          "EC",
          256,
          "SHA256withECDSA",
          "2026-09-22T08:00:00Z",
          "2026-09-23T08:00:00Z");

  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theSchemaOfTheStandardAcceptsEverySample(String sample) throws IOException {
    assertValid(text(SampleReports.report(sample)));
  }

  @Test
  void theSchemaRefusesAnAssetOfNoKind() throws IOException {
    String text = text(with(counted("X25519MLKEM768", Verdict.PROVEN)));
    String other = text.replaceFirst("\"assetType\" *: *\"protocol\"", "\"assetType\": \"wire\"");

    assertThat(other).isNotEqualTo(text);
    assertThat(schema().validate(other, InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void whatTheProxiesNegotiatedIsListedWithItsAlgorithms() throws IOException {
    String text =
        text(
            with(
                counted("X25519MLKEM768", Verdict.PROVEN), shown("TLS_AES_256_GCM_SHA384", SHOWN)));
    assertValid(text);
    JsonNode protocol = named(text, "TLSv1.3");

    assertThat(protocol.at("/cryptoProperties/protocolProperties/version").asString())
        .isEqualTo("1.3");
    assertThat(protocol.at("/cryptoProperties/protocolProperties/cipherSuites").toString())
        .as("of the proxies, not of our own client")
        .contains("TLS_AES_128_GCM_SHA256", "algorithm AES-128-GCM")
        .doesNotContain("AES_256");
    assertThat(protocol.at("/cryptoProperties/protocolProperties/cryptoRefArray").toString())
        .contains("algorithm X25519MLKEM768", "certificate");
    assertThat(property(protocol, "hop")).isEqualTo(HOP);
    assertThat(property(protocol, "encryption")).isEqualTo("proven");
    JsonNode group = named(text, "X25519MLKEM768").at("/cryptoProperties/algorithmProperties");
    assertThat(group.get("nistQuantumSecurityLevel").asInt()).isEqualTo(3);
    JsonNode certificate = named(text, SHOWN.name()).at("/cryptoProperties/certificateProperties");
    assertThat(certificate.get("notValidAfter").asString()).isEqualTo(SHOWN.notAfter());
    assertThat(certificate.get("signatureAlgorithmRef").asString()).isEqualTo("algorithm ECDSA");
    assertThat(text).contains("\"size\" : 256");
  }

  @Test
  void aHopWithOneRunThatIsNotProvenIsNotProven() throws IOException {
    String text =
        text(with(counted("X25519", Verdict.PROVEN), counted("P-256", Verdict.DISPROVEN)));

    assertThat(property(named(text, "TLSv1.3"), "encryption")).isEqualTo("not proven");
    assertThat(named(text, "X25519").isMissingNode()).isFalse();
    assertThat(named(text, "ECDH P-256").isMissingNode()).isFalse();
  }

  @Test
  void whereProxiesCountNothingAHandshakeOfOursSaysWhatItSaw() throws IOException {
    String text = text(with(shown("TLS_CHACHA20_POLY1305_SHA256", SHOWN)));
    assertValid(text);

    JsonNode protocol = named(text, "TLSv1.3");
    assertThat(property(protocol, "observed-by")).isEqualTo("a handshake of the harness");
    assertThat(text).contains("algorithm ChaCha20-Poly1305");
  }

  @Test
  void anAlgorithmThatIsNotKnownStandsByItsName() throws IOException {
    String text = text(with(counted("curve of tomorrow", Verdict.PROVEN)));
    assertValid(text);

    JsonNode unknown = named(text, "curve of tomorrow").at("/cryptoProperties");
    assertThat(unknown.at("/algorithmProperties/primitive").asString()).isEqualTo("unknown");
  }

  @Test
  void hopsThatCanBeReadAreNamed() throws IOException {
    JsonNode all = JsonMapper.shared().readTree(text(SampleReports.report("four-way")));

    assertThat(property(all.get("metadata"), "arm")).isEqualTo("steady, baseline");
    assertThat(property(all.get("metadata"), "readable")).startsWith("steady, baseline: ");
  }

  private static Evidence counted(String group, Verdict verdict) {
    return evidence(Promise.ENCRYPTION, verdict)
        .with(tls("TLS_AES_128_GCM_SHA256", Set.of(group), null));
  }

  private static Evidence shown(String cipher, ServerCertificate certificate) {
    return evidence(Promise.IDENTITY, Verdict.PROVEN).with(tls(cipher, Set.of(), certificate));
  }

  private static Evidence evidence(Promise promise, Verdict verdict) {
    return new Evidence(promise, HOP, verdict, "TLS", "TLS", "a source");
  }

  private static NegotiatedTls tls(
      String cipher, Set<String> groups, @Nullable ServerCertificate certificate) {
    return new NegotiatedTls(
        HOP,
        new TreeSet<>(Set.of("TLSv1.3")),
        new TreeSet<>(Set.of(cipher)),
        new TreeSet<>(groups),
        certificate);
  }

  private static Report with(Evidence... all) {
    return Report.of(
        SampleSessions.change(
            SampleSessions.fourWay(),
            run -> run.trial().variant().mesh().equals("istio-mtls"),
            run -> {
              Run more = run;
              for (Evidence evidence : all) {
                more = SampleSessions.with(more, evidence);
              }
              return more;
            }),
        SampleRules.rules());
  }

  private static String text(Report report) throws IOException {
    StringBuilder out = new StringBuilder();
    new CbomFormat().write(report, out);
    return out.toString();
  }

  private static JsonNode named(String text, String name) {
    for (JsonNode component : JsonMapper.shared().readTree(text).withArray("components")) {
      if (component.get("name").asString().equals(name)) {
        return component;
      }
    }
    return JsonMapper.shared().missingNode();
  }

  private static String property(JsonNode component, String name) {
    for (JsonNode property : component.get("properties")) {
      if (property.get("name").asString().equals("meshgauge:" + name)) {
        return property.get("value").asString();
      }
    }
    return "";
  }

  private static void assertValid(String text) throws IOException {
    assertThat(schema().validate(text, InputFormat.JSON)).isEmpty();
  }

  /** The schema of CycloneDX 1.6; those that it refers to stand next to it in the library. */
  private static Schema schema() throws IOException {
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_7,
            builder ->
                builder.schemaIdResolvers(
                    it -> it.mapPrefix("http://cyclonedx.org/schema/", "classpath:")));
    return registry.getSchema(resource("/bom-1.6.schema.json"), InputFormat.JSON);
  }

  private static String resource(String name) throws IOException {
    try (var in = Objects.requireNonNull(CbomFormatTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
