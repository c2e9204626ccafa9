package io.meshgauge.evidence.identity;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.ProbeRetry;
import io.meshgauge.evidence.probe.TlsClient;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.Observation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.topology.connection.ServerCertificate;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * New connections after certificates were replaced: with its new certificate every client is
 * accepted, by a server that shows its own new one. Adds to proxies' counters, so it must not run
 * inside the window.
 */
public final class RenewalProof {
  private static final String SOURCE = "TLS handshakes with the wire address after the window";

  private final DataPlane plane;
  private final CredentialIssuer passports;
  private final TlsClient client;

  /**
   * A proof for a data plane that this process can call.
   *
   * @param passports what everyone must show now
   */
  public RenewalProof(DataPlane plane, CredentialIssuer passports) {
    this.plane = plane;
    this.passports = passports;
    this.client = new TlsClient(passports.trusted(), ProbeOptions.PLAIN);
  }

  /** What was found at every wire whose server takes new certificates; never fails. */
  public List<Evidence> evidence() {
    return Observation.of(
        Promise.IDENTITY,
        () ->
            Wire.ofReplicas(plane).stream()
                .filter(wire -> plane.changes().credentials().containsValue(wire.hop().server()))
                .map(this::called)
                .toList());
  }

  private Evidence called(Wire wire) {
    Optional<Credential> caller = passports.of(wire.hop().client());
    Optional<String> due = passports.of(wire.hop().server()).map(RenewalProof::serial);
    String expected =
        "%s is accepted with its new certificate, by one that is %s"
            .formatted(wire.hop().client(), due.orElse("new"));
    try {
      TlsClient.Reception reception =
          ProbeRetry.until(
              wire.hop().protocol(),
              TlsClient.Reception::accepted,
              () -> client.call(wire, caller));
      Optional<String> shown = reception.certificate().map(ServerCertificate::serial);
      boolean kept = reception.accepted() && due.isPresent() && due.equals(shown);
      return evidence(
          wire,
          kept ? Verdict.PROVEN : Verdict.DISPROVEN,
          expected,
          shown
              .map(it -> "%s; its certificate is %s".formatted(reception.words(), it))
              .orElse(reception.words()));
    } catch (IOException e) {
      return evidence(wire, Verdict.MISSING, expected, "cannot connect: " + e.getMessage());
    }
  }

  private static String serial(Credential credential) {
    return credential.chain().get(0).getSerialNumber().toString(16);
  }

  private static Evidence evidence(Wire wire, Verdict verdict, String expected, String observed) {
    return new Evidence(
        Promise.IDENTITY,
        wire.subject() + ": certificates replaced",
        verdict,
        expected,
        observed,
        SOURCE);
  }
}
