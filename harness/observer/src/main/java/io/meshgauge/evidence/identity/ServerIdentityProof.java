package io.meshgauge.evidence.identity;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.TlsClient;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * TLS clients without a certificate where only the server shows one: a client that trusts the run's
 * authority is served by a server of the right name, and a client that trusts another one is not.
 */
public final class ServerIdentityProof {
  private static final String SOURCE = "TLS handshakes with the wire address before the window";

  private final DataPlane plane;
  private final Guarantees claims;
  private final CredentialIssuer passports;

  public ServerIdentityProof(DataPlane plane, Guarantees claims, CredentialIssuer passports) {
    this.plane = plane;
    this.claims = claims;
    this.passports = passports;
  }

  public List<Evidence> evidence() {
    return Wire.ofReplicas(plane).stream()
        .filter(wire -> claims.encrypted(wire.hop()))
        .flatMap(wire -> Stream.of(right(wire), deceived(wire)))
        .toList();
  }

  private Evidence right(Wire wire) {
    Hop hop = wire.hop();
    String name = passports.name(hop.server());
    String expected = "a client that trusts the run's authority is served by " + name;
    try {
      TlsClient.Reception reception = call(wire, passports.trusted());
      boolean kept = reception.accepted() && reception.server().equals(name);
      String observed =
          reception.session().isEmpty()
              ? "no TLS: " + reception.words()
              : "%s; server is %s; %s"
                  .formatted(reception.session(), reception.server(), reception.words());
      return reception.addTo(
          evidence(wire, "right authority", verdict(kept, reception), expected, observed));
    } catch (IOException e) {
      return missing(wire, "right authority", expected, e);
    }
  }

  /** Were it served, the certificate would be worth nothing: anybody could stand there. */
  private Evidence deceived(Wire wire) {
    String expected = "a client that trusts another authority hangs up";
    List<X509Certificate> chain = passports.untrusted(wire.hop().server()).chain();
    try {
      TlsClient.Reception reception = call(wire, List.of(chain.get(chain.size() - 1)));
      boolean kept = reception.session().isEmpty();
      return evidence(
          wire, "other authority", verdict(kept, reception), expected, reception.words());
    } catch (IOException e) {
      return missing(wire, "other authority", expected, e);
    }
  }

  private static TlsClient.Reception call(Wire wire, List<X509Certificate> trusted)
      throws IOException {
    return new TlsClient(trusted, ProbeOptions.PLAIN)
        .call(wire.address(), wire.hop(), Optional.empty());
  }

  private static Verdict verdict(boolean kept, TlsClient.Reception reception) {
    if (reception.silent()) {
      return Verdict.MISSING;
    }
    return kept ? Verdict.PROVEN : Verdict.DISPROVEN;
  }

  private static Evidence missing(Wire wire, String who, String expected, IOException failure) {
    return evidence(
        wire, who, Verdict.MISSING, expected, "cannot connect: " + failure.getMessage());
  }

  private static Evidence evidence(
      Wire wire, String who, Verdict verdict, String expected, String observed) {
    return new Evidence(
        Promise.IDENTITY,
        "%s: %s".formatted(wire.subject(), who),
        verdict,
        expected,
        observed,
        SOURCE);
  }
}
