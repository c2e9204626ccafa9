package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Claims;
import io.meshgauge.topology.DataPlane;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Judges the bytes seen on the path: where mutual TLS is claimed they are TLS records of a known
 * version and cipher and none is readable; elsewhere they are readable, or the control is none.
 */
final class EncryptionProof {
  private final DataPlane plane;
  private final Claims claims;

  EncryptionProof(DataPlane plane, Claims claims) {
    this.plane = plane;
    this.claims = claims;
  }

  /** What is to be seen on the path of a mesh that claims this. */
  static Promise promise(Claims claims) {
    return claims.encrypted() ? Promise.ENCRYPTION : Promise.PLAINTEXT;
  }

  List<Evidence> evidence(WireSightings sightings, ProxyCounters counters) {
    return Wire.of(plane).stream().map(wire -> judge(wire, sightings, counters)).toList();
  }

  private Evidence judge(Wire wire, WireSightings sightings, ProxyCounters counters) {
    Sighting sighting = sightings.at(wire.address());
    if (sighting.isEmpty()) {
      return evidence(wire, Verdict.MISSING, "no bytes were seen in the window", sightings.how());
    }
    return claims.encrypted()
        ? judgeTls(wire, sighting, sightings.how(), counters)
        : evidence(wire, plaintextVerdict(sighting), sighting.words(), sightings.how());
  }

  private Evidence judgeTls(Wire wire, Sighting sighting, String how, ProxyCounters counters) {
    String session =
        wire.hops().stream()
            .flatMap(hop -> counters.session(hop).stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining("; "));
    String observed =
        sighting.words() + (session.isEmpty() ? "; version and cipher unknown" : "; " + session);
    return evidence(wire, tlsVerdict(sighting, session), observed, how);
  }

  private static Verdict tlsVerdict(Sighting sighting, String session) {
    if (sighting.readable() > 0) {
      return Verdict.DISPROVEN;
    }
    boolean recognised = sighting.of(TrafficKind.TLS) > sighting.of(TrafficKind.UNKNOWN);
    return recognised && !session.isEmpty() ? Verdict.PROVEN : Verdict.MISSING;
  }

  private static Verdict plaintextVerdict(Sighting sighting) {
    if (sighting.of(TrafficKind.TLS) > 0) {
      return Verdict.DISPROVEN;
    }
    return sighting.readable() > 0 ? Verdict.PROVEN : Verdict.MISSING;
  }

  private Evidence evidence(Wire wire, Verdict verdict, String observed, String source) {
    String expected =
        claims.encrypted()
            ? "every byte on the path is TLS of a known version and cipher"
            : "bytes on the path are readable (control)";
    return new Evidence(promise(claims), wire.subject(), verdict, expected, observed, source);
  }
}
