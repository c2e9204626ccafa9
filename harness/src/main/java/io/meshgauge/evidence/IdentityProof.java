package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.identity.Spiffe;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Hop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * TLS clients at every wire address: the right one must be accepted by a server of the right name,
 * and the intruders refused. Refused intruders prove nothing where the right client is refused too.
 */
final class IdentityProof {
  private static final String SOURCE = "TLS handshakes with the wire address before the window";

  private final DataPlane plane;
  private final RunIdentities identities;
  private final TlsClient client;

  IdentityProof(DataPlane plane, RunIdentities identities) {
    this.plane = plane;
    this.identities = identities;
    this.client = new TlsClient(identities.trusted());
  }

  List<Evidence> evidence() {
    List<Evidence> all = new ArrayList<>();
    for (Wire wire : Wire.of(plane)) {
      Hop hop = wire.hop();
      Evidence control = right(wire, hop);
      all.add(control);
      boolean trusted = control.proven();
      all.add(
          intruder(
              wire,
              "right name, other authority",
              Optional.of(identities.untrusted(hop.client())),
              trusted));
      all.add(
          intruder(
              wire,
              "right authority, other trust domain",
              Optional.of(identities.foreign(hop.client())),
              trusted));
      all.add(intruder(wire, "no certificate", Optional.empty(), trusted));
    }
    return all;
  }

  private Evidence right(Wire wire, Hop hop) {
    String expected = "%s is accepted by %s".formatted(hop.client(), Spiffe.of(hop.server()));
    try {
      TlsClient.Reception reception =
          client.call(wire.address(), hop.protocol(), Optional.of(identities.of(hop.client())));
      boolean kept = reception.accepted() && reception.server().equals(Spiffe.of(hop.server()));
      String observed =
          reception.session().isEmpty()
              ? "no TLS: " + reception.words()
              : "%s; server is %s; %s"
                  .formatted(reception.session(), reception.server(), reception.words());
      return evidence(wire, "right client", kept, expected, observed);
    } catch (IOException e) {
      return missing(wire, "right client", expected, "cannot connect: " + e.getMessage());
    }
  }

  private Evidence intruder(
      Wire wire, String who, Optional<Credential> credential, boolean controlAccepted) {
    String expected = "refused";
    try {
      TlsClient.Reception reception =
          client.call(wire.address(), wire.hop().protocol(), credential);
      if (reception.silent()) {
        return missing(wire, who, expected, reception.words());
      }
      if (!reception.accepted() && !controlAccepted) {
        return missing(
            wire, who, expected, "refused, but so was the right client: " + reception.words());
      }
      String observed = (reception.accepted() ? "accepted: " : "refused: ") + reception.words();
      return evidence(wire, who, !reception.accepted(), expected, observed);
    } catch (IOException e) {
      return missing(wire, who, expected, "cannot connect: " + e.getMessage());
    }
  }

  private static Evidence evidence(
      Wire wire, String who, boolean kept, String expected, String observed) {
    Verdict verdict = kept ? Verdict.PROVEN : Verdict.DISPROVEN;
    return new Evidence(Promise.IDENTITY, subject(wire, who), verdict, expected, observed, SOURCE);
  }

  private static Evidence missing(Wire wire, String who, String expected, String observed) {
    return new Evidence(
        Promise.IDENTITY, subject(wire, who), Verdict.MISSING, expected, observed, SOURCE);
  }

  private static String subject(Wire wire, String who) {
    return "%s: %s".formatted(wire.subject(), who);
  }
}
