package io.meshgauge.evidence.policy;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOpening;
import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.ProbeResponse;
import io.meshgauge.evidence.probe.Refusal;
import io.meshgauge.evidence.probe.TlsClient;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.Observation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.PolicyPush;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Our own question, asked as the right client, before every service that a policy was pushed to:
 * with it the question is refused, and when it was taken back it gets through. Adds to proxies'
 * counters, so it must not run inside the window.
 */
public final class PolicyUpdateProof {
  private static final String SOURCE = "a request to the wire address after the window";

  private final DataPlane plane;
  private final Guarantees claims;
  private final CredentialIssuer passports;
  private final TlsClient client;

  /**
   * A proof for a data plane that this process can call.
   *
   * @param passports what our client shows where that is asked for
   */
  public PolicyUpdateProof(DataPlane plane, Guarantees claims, CredentialIssuer passports) {
    this.plane = plane;
    this.claims = claims;
    this.passports = passports;
    this.client = new TlsClient(passports.trusted(), new ProbeOptions(true, false));
  }

  /**
   * What was found before every service; never fails.
   *
   * @param pushed whether the policy is pushed, and not taken back
   */
  public List<Evidence> evidence(boolean pushed) {
    Set<String> services =
        plane.changes().policies().stream().map(PolicyPush::service).collect(Collectors.toSet());
    return Observation.of(
        Promise.POLICY,
        () ->
            Wire.of(plane).stream()
                .filter(wire -> services.contains(wire.hop().server()))
                .map(wire -> probed(wire, pushed))
                .toList());
  }

  private Evidence probed(Wire wire, boolean pushed) {
    String expected =
        pushed
            ? "our question is refused: " + Refusal.WORDS
            : "our question gets through, as before it was pushed";
    try {
      TlsClient.Reception reception =
          claims.encrypted(wire.hop())
              ? client.call(wire, passports.of(wire.hop().client()))
              : plainly(wire);
      boolean refused = !reception.accepted() && reception.words().contains(Refusal.WORDS);
      boolean kept = pushed ? refused : reception.accepted();
      return evidence(wire, kept ? Verdict.PROVEN : Verdict.DISPROVEN, expected, reception.words());
    } catch (IOException e) {
      return evidence(wire, Verdict.MISSING, expected, "cannot connect: " + e.getMessage());
    }
  }

  private static TlsClient.Reception plainly(Wire wire) throws IOException {
    try (Socket socket = PlaintextProbe.connect(wire.address())) {
      ProbeResponse answer =
          wire.hop().protocol() == Protocol.GRPC
              ? ProbeResponse.toHttp2(ProbeOpening.plainQuestion(wire.hop()), new byte[0], socket)
              : ProbeResponse.greet(wire.hop(), socket);
      return new TlsClient.Reception(
          answer.accepted(), answer.silent(), null, null, answer.words());
    }
  }

  private static Evidence evidence(Wire wire, Verdict verdict, String expected, String observed) {
    return new Evidence(
        Promise.POLICY, wire.subject() + ": policy pushed", verdict, expected, observed, SOURCE);
  }
}
