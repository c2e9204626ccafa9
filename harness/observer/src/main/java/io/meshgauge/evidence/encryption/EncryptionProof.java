package io.meshgauge.evidence.encryption;

import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.evidence.window.CallBounds;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.connection.NegotiatedTls;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.DataPlane;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges the bytes seen on the path: where TLS is claimed they are TLS records and none is
 * readable, under mutual TLS of a version and cipher that the proxies know, or, of tunnels, that
 * they count as mutual; elsewhere they are readable, or the control is none.
 *
 * <p>Bytes are seen only where the proxies are. Where the number of calls is not known otherwise,
 * TLS is observed of the calls that passed them and proven of no others; see {@link CallBounds}.
 */
public final class EncryptionProof {
  private static final String TLS = "TLS records on the path%s, and no readable byte";
  private static final String MUTUAL = ", mutual by the proxies' count";
  private static final String KNOWN = " of a known version and cipher";
  private static final String NOT_COUNTED = ", whose version the proxies' owner does not count";

  private final DataPlane plane;
  private final Guarantees claims;
  private final CallBounds bounds;

  public EncryptionProof(DataPlane plane, Guarantees claims, CallBounds bounds) {
    this.plane = plane;
    this.claims = claims;
    this.bounds = bounds;
  }

  /** What is to be seen on most of the path of a mesh that claims this. */
  public static Promise promise(Guarantees claims) {
    return claims.mutualTls() ? Promise.ENCRYPTION : Promise.PLAINTEXT;
  }

  public List<Evidence> evidence(WireSightings sightings, ProxyCounters counters) {
    return Wire.ofReplicas(plane).stream().map(wire -> judge(wire, sightings, counters)).toList();
  }

  private Evidence judge(Wire wire, WireSightings sightings, ProxyCounters counters) {
    Sighting sighting = sightings.at(wire.address());
    Address alternate = plane.alternates().get(wire.address());
    if (alternate != null) {
      sighting = sighting.plus(sightings.at(alternate));
    }
    if (sighting.isEmpty()) {
      return evidence(wire, Verdict.MISSING, "no bytes were seen in the window", sightings.how());
    }
    return claims.encrypted(wire.hop())
        ? judgeTls(wire, sighting, sightings.how(), counters)
        : evidence(wire, plaintextVerdict(wire, sighting), sighting.words(), sightings.how());
  }

  private Evidence judgeTls(Wire wire, Sighting sighting, String how, ProxyCounters counters) {
    if (!claims.mutualTls()) {
      return evidence(wire, tlsVerdict(wire, sighting, true), sighting.exposureWords(), how);
    }
    NegotiatedTls tls =
        new NegotiatedTls(
            wire.subject(),
            negotiated(wire, counters, TlsDetail.VERSION),
            negotiated(wire, counters, TlsDetail.CIPHER),
            negotiated(wire, counters, TlsDetail.GROUP),
            null);
    String session =
        Stream.of(
                negotiated(wire, counters, TlsDetail.PEER),
                tls.versions(),
                tls.ciphers(),
                tls.groups())
            .flatMap(Collection::stream)
            .collect(Collectors.joining(", "));
    String observed =
        sighting.exposureWords()
            + (session.isEmpty() ? "; version and cipher unknown" : "; " + session);
    boolean counted = wire.hops().stream().noneMatch(counters::hidesSessions);
    Verdict verdict = tlsVerdict(wire, sighting, !session.isEmpty() || !counted);
    String which = plane.tunnelled() ? MUTUAL : counted ? KNOWN : NOT_COUNTED;
    return evidence(wire, verdict, TLS.formatted(which), observed, how).with(tls);
  }

  private static SortedSet<String> negotiated(Wire wire, ProxyCounters counters, TlsDetail detail) {
    return wire.hops().stream()
        .flatMap(hop -> counters.negotiated(hop, detail).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Verdict tlsVerdict(Wire wire, Sighting sighting, boolean known) {
    if (readable(wire, sighting)) {
      return Verdict.DISPROVEN;
    }
    boolean recognised = sighting.of(TrafficKind.TLS) > sighting.unrecognised();
    return recognised && known ? Verdict.PROVEN : Verdict.MISSING;
  }

  /**
   * Whether something can be read. The bytes of an unknown protocol over TCP have no framing that
   * we know: they are plaintext if most of them crossed on connections without any TLS record.
   */
  private static boolean readable(Wire wire, Sighting sighting) {
    return sighting.readable() > 0
        || (wire.hop().isUnknownTcp()
            && sighting.of(TrafficKind.UNKNOWN) > sighting.of(TrafficKind.TLS));
  }

  private static Verdict plaintextVerdict(Wire wire, Sighting sighting) {
    if (sighting.of(TrafficKind.TLS) > 0) {
      return Verdict.DISPROVEN;
    }
    return readable(wire, sighting) ? Verdict.PROVEN : Verdict.MISSING;
  }

  private Evidence evidence(Wire wire, Verdict verdict, String observed, String source) {
    boolean tls = claims.encrypted(wire.hop());
    String which = !claims.mutualTls() ? "" : plane.tunnelled() ? MUTUAL : KNOWN;
    String expected = tls ? TLS.formatted(which) : "bytes on the path are readable (control)";
    return evidence(wire, verdict, expected, observed, source);
  }

  private Evidence evidence(
      Wire wire, Verdict verdict, String expected, String observed, String source) {
    boolean tls = claims.encrypted(wire.hop());
    Promise promise = tls ? Promise.ENCRYPTION : Promise.PLAINTEXT;
    Evidence all = new Evidence(promise, wire.subject(), verdict, expected, observed, source);
    return tls ? bounds.limit(all, wire.hops()) : all;
  }
}
