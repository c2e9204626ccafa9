package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.evidence.capture.TapWatch;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.window.WindowObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.Counters;
import io.meshgauge.product.envoy.EnvoyBinary;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real proxies, real bytes: the evidence must tell a kept promise from a broken one. */
@Tag("serial")
class EvidenceIT {
  private static final LoadResult LOAD =
      Loads.of(Loads.fine("browse", 20, 200), Loads.fine("forbidden", 5, 403));

  @TempDir Path folder;
  private Path envoy;

  @BeforeEach
  void findEnvoy() {
    envoy = EnvoyBinary.orSkip();
  }

  @Test
  void mutualTlsIsProven() throws IOException {
    try (MiniMesh mini = start(Variant.plain("istio-mtls"))) {
      List<Evidence> evidence = prove(mini);
      assertThat(evidence).allMatch(Evidence::proven, "proven").isNotEmpty();
      assertThat(of(evidence, Promise.ENCRYPTION))
          .hasSize(3)
          .allMatch(it -> it.observed().contains("TLSv1.3"))
          .allMatch(it -> it.observed().contains(" 0 readable"));
      assertThat(of(evidence, Promise.IDENTITY)).hasSize(12);
      assertThat(
              Verification.of(
                      mini.mesh.claims(Variant.plain(mini.mesh.descriptor().key())), evidence)
                  .reasons())
          .isEmpty();
    }
  }

  @Test
  void onePlaintextListenerUnderClaimedMtlsIsFound() throws IOException {
    Variant fault = Variant.plain("istio-mtls").with("fault", "plaintext-listener:order");
    try (MiniMesh mini = start(fault)) {
      List<Evidence> evidence = prove(mini);
      assertThat(evidence)
          .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
          .allMatch(it -> it.subject().startsWith("gateway → order"))
          .extracting(Evidence::promise)
          .contains(Promise.ENCRYPTION, Promise.PLAINTEXT_PROBE, Promise.IDENTITY);
      Verification verification =
          Verification.of(mini.mesh.claims(Variant.plain(mini.mesh.descriptor().key())), evidence);
      assertThat(verification.proven()).isFalse();
      assertThat(verification.reasons())
          .anyMatch(it -> it.startsWith("encryption of gateway → order does not hold"));
    }
  }

  @Test
  void serversThatAcceptClientsWithoutACertificateAreFound() throws IOException {
    try (MiniMesh mini =
        start(Variant.plain("istio-mtls").with("fault", "certificates-optional"))) {
      assertThat(prove(mini))
          .filteredOn(it -> it.verdict() == Verdict.DISPROVEN)
          .extracting(Evidence::promise, Evidence::subject)
          .containsExactlyInAnyOrder(
              tuple(Promise.IDENTITY, "gateway → auth: no certificate"),
              tuple(Promise.IDENTITY, "gateway → auth: right authority, other trust domain"),
              tuple(Promise.IDENTITY, "gateway → order: no certificate"),
              tuple(Promise.IDENTITY, "gateway → order: right authority, other trust domain"),
              tuple(Promise.IDENTITY, "load → gateway: no certificate"),
              tuple(Promise.IDENTITY, "load → gateway: right authority, other trust domain"));
    }
  }

  @Test
  void istiosApplicationProtocolsAreHarmlessElsewhere() throws IOException {
    try (MiniMesh mini = start(Variant.plain("istio-mtls"))) {
      List<Evidence> evidence = probe(mini, new ProbeOptions(false, true));
      assertThat(evidence).hasSize(15).allMatch(Evidence::proven, "proven");
    }
  }

  @Test
  void aMeshThatAdmitsEveryWorkloadFailsWhereOnlyCallersMayCall() throws IOException {
    try (MiniMesh mini = start(Variant.plain("istio-mtls"))) {
      assertThat(probe(mini, new ProbeOptions(true, true)))
          .hasSize(18)
          .filteredOn(it -> !it.proven())
          .extracting(Evidence::subject, Evidence::verdict)
          .containsExactlyInAnyOrder(
              tuple("gateway → auth: right authority, no caller", Verdict.DISPROVEN),
              tuple("gateway → order: right authority, no caller", Verdict.DISPROVEN),
              tuple("load → gateway: right authority, no caller", Verdict.DISPROVEN));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"envoy", "istio-plaintext"})
  void inPlaintextArmsTheControlsSucceed(String mesh) throws IOException {
    try (MiniMesh mini = start(Variant.plain(mesh))) {
      List<Evidence> evidence = prove(mini);
      assertThat(evidence).allMatch(Evidence::proven, "proven");
      assertThat(of(evidence, Promise.PLAINTEXT_PROBE)).hasSize(3);
      assertThat(of(evidence, Promise.PLAINTEXT)).hasSize(3);
      assertThat(of(evidence, Promise.ENCRYPTION)).isEmpty();
      assertThat(of(evidence, Promise.IDENTITY)).isEmpty();
    }
  }

  @Test
  void withoutPacketCaptureATapShowsTls() throws IOException {
    try (MiniMesh mini = start(Variant.plain("istio-mtls").with("tap", "on"))) {
      Map<String, Counters> before = mini.counters();
      WireWatch watch = TapWatch.start(mini.plane, "capture is not permitted", Thread::new);
      sendAll(mini);
      WireSightings wire = watch.finish();
      assertThat(wire.how()).contains("tap", "capture is not permitted");
      List<Evidence> evidence =
          mini.prover()
              .conclude(new WindowObservation(wire, before, mini.counters(), LOAD, Map.of()));
      assertThat(of(evidence, Promise.ENCRYPTION)).hasSize(3).allMatch(Evidence::proven, "proven");
      assertThat(of(evidence, Promise.TRAVERSAL)).hasSize(6).allMatch(Evidence::proven, "proven");
    }
  }

  @Test
  void whereTheLoadEntersABadTokenIsAnswered401AndNoTokenPasses() throws IOException {
    try (MiniMesh mini = start(Variant.plain("istio-mtls"))) {
      Properties tokens = new Properties();
      try (Reader reader = Files.newBufferedReader(mini.identities.tokens())) {
        tokens.load(reader);
      }
      assertThat(mini.get(MiniMesh.ENTRY, "")).isEqualTo(200);
      assertThat(mini.get(MiniMesh.ENTRY, tokens.getProperty("customer"))).isEqualTo(200);
      assertThat(mini.get(MiniMesh.ENTRY, tokens.getProperty("guest"))).isEqualTo(200);
      assertThat(mini.get(MiniMesh.ENTRY, tokens.getProperty("expired"))).isEqualTo(401);
      assertThat(mini.get(MiniMesh.ENTRY, tokens.getProperty("forged"))).isEqualTo(401);
      assertThat(mini.get(MiniMesh.ORDER, tokens.getProperty("forged"))).isEqualTo(200);
    }
  }

  private MiniMesh start(Variant variant) throws IOException {
    return MiniMesh.start(envoy, folder, variant);
  }

  private static List<Evidence> probe(MiniMesh mini, ProbeOptions options) {
    return new LocalProbeOrigin(mini.identities, Thread::new)
        .probe(mini.plane, mini.mesh.claims(Variant.plain(mini.mesh.descriptor().key())), options);
  }

  private static List<Evidence> prove(MiniMesh mini) throws IOException {
    assumeTrue(WireWatch.capturePermitted(), "packet capture needs root or CAP_NET_RAW");
    Prover prover = mini.prover();
    List<Evidence> all = new ArrayList<>(prover.probe());
    Map<String, Counters> before = mini.counters();
    WireSightings wire;
    try (WireWatch watch = prover.watch(WireWatch.Extent.BURSTS)) {
      sendAll(mini);
      wire = watch.finish();
    }
    all.addAll(
        prover.conclude(new WindowObservation(wire, before, mini.counters(), LOAD, Map.of())));
    return all;
  }

  private static List<Evidence> of(List<Evidence> evidence, Promise promise) {
    return evidence.stream().filter(it -> it.promise() == promise).toList();
  }

  /** 25, 20 and 25 requests, spread over a while so that bursts of capture meet some. */
  private static void sendAll(MiniMesh mini) throws IOException {
    for (int round = 0; round < 5; round++) {
      mini.send(MiniMesh.ENTRY, 5);
      mini.send(MiniMesh.ORDER, 4);
      mini.send(MiniMesh.AUTH, 5);
      LockSupport.parkNanos(150_000_000L);
    }
  }
}
