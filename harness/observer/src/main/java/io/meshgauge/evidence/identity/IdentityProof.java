package io.meshgauge.evidence.identity;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.ProbeRetry;
import io.meshgauge.evidence.probe.TlsClient;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.KeyExchange;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * TLS clients at every wire address: the right one must be accepted by a server of the right name,
 * and the intruders refused. Refused intruders prove nothing where the right client is refused too.
 *
 * <p>An intruder is left out where no authority makes its credential.
 */
public final class IdentityProof {
  private static final String SOURCE = "TLS handshakes with the wire address before the window";

  private final DataPlane plane;
  private final CredentialIssuer passports;
  private final ProbeOptions options;
  private final TlsClient client;

  /** Offers all but the required key exchange, where one is required. */
  private final Optional<TlsClient> others;

  public IdentityProof(DataPlane plane, CredentialIssuer passports, ProbeOptions options) {
    this.plane = plane;
    this.passports = passports;
    this.options = options;
    Optional<KeyExchange> required = plane.traffic().connections().keyExchange();
    this.client = client(required.map(it -> List.of(it.title())));
    this.others = required.map(it -> client(Optional.of(it.lesser())));
  }

  private TlsClient client(Optional<List<String>> groups) {
    return new TlsClient(passports.trusted(), options, groups);
  }

  public List<Evidence> evidence() {
    List<Evidence> all = new ArrayList<>();
    for (Wire wire : Wire.ofReplicas(plane)) {
      Evidence control = right(wire);
      all.add(control);
      Optional<Intruder> none =
          Optional.of(new Intruder("no certificate", Optional.empty(), client));
      Stream.of(untrusted(wire), foreign(wire), none, stray(wire), otherKeyExchange(wire))
          .flatMap(Optional::stream)
          .map(intruder -> test(wire, intruder, control.proven()))
          .forEach(all::add);
    }
    return all;
  }

  /** A client that must be refused, without a credential or with one that can be asked for. */
  private record Intruder(
      String who, Optional<Supplier<Optional<Credential>>> credential, TlsClient client) {}

  private Intruder intruder(String who, Supplier<Optional<Credential>> credential) {
    return new Intruder(who, Optional.of(credential), client);
  }

  private Optional<Intruder> otherKeyExchange(Wire wire) {
    return others.map(
        it ->
            new Intruder(
                "right client, other key exchange",
                Optional.of(() -> passports.of(wire.hop().client())),
                it));
  }

  private Optional<Intruder> untrusted(Wire wire) {
    String name = wire.hop().client();
    return Optional.of(
        intruder("right name, other authority", () -> Optional.of(passports.untrusted(name))));
  }

  private Optional<Intruder> foreign(Wire wire) {
    return passports
        .foreign(wire.hop().client())
        .map(it -> intruder("right authority, other trust domain", () -> Optional.of(it)));
  }

  /** A workload of the mesh that is no caller of the server, the first that has a credential. */
  private Optional<Intruder> stray(Wire wire) {
    Set<String> welcome =
        wire.hops().stream().map(Hop::client).collect(Collectors.toCollection(HashSet::new));
    welcome.add(wire.hop().server());
    // The wires of a node need not have an end that may not call.
    List<String> strangers =
        Stream.concat(
                passports.workloads().stream(),
                plane.wire().keySet().stream()
                    .flatMap(hop -> Stream.of(hop.client(), hop.server())))
            .filter(name -> !welcome.contains(name))
            .distinct()
            .sorted()
            .toList();
    // What stands before the server looks at who calls request by request, and opens to the mesh.
    if (!options.callersOnly() || strangers.isEmpty() || !wire.endsAtServer()) {
      return Optional.empty();
    }
    return Optional.of(
        intruder(
            "right authority, no caller",
            () -> strangers.stream().flatMap(name -> passports.of(name).stream()).findFirst()));
  }

  private Evidence right(Wire wire) {
    Hop hop = wire.hop();
    String who = "right client";
    String name = passports.name(hop.server());
    Optional<CertificateKey> required = plane.traffic().connections().certificateKey();
    String expected =
        "%s is accepted by %s%s"
            .formatted(hop.client(), name, required.map(it -> " with " + it.key()).orElse(""));
    try {
      Optional<Credential> credential =
          options.callersOnly() ? passports.of(hop.client()) : member(hop.client());
      if (credential.isEmpty()) {
        return missing(wire, who, expected, hop.client() + " has no credential");
      }
      TlsClient.Reception reception =
          ProbeRetry.until(
              hop.protocol(), TlsClient.Reception::accepted, () -> client.call(wire, credential));
      boolean kept =
          reception.accepted()
              && reception.server().equals(name)
              && required.filter(it -> it != reception.key()).isEmpty();
      String observed =
          reception.session().isEmpty()
              ? "no TLS: " + reception.words()
              : "%s; server is %s%s; %s"
                  .formatted(
                      reception.session(),
                      reception.server(),
                      required.isEmpty() ? "" : " with " + keyOf(reception),
                      reception.words());
      return reception.addTo(evidence(wire, who, kept, expected, observed));
    } catch (IdentityException e) {
      return missing(wire, who, expected, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return missing(wire, who, expected, "cannot connect: " + e.getMessage());
    }
  }

  private static String keyOf(TlsClient.Reception reception) {
    return reception.key() == null ? "another key" : reception.key().key();
  }

  /**
   * A client's credential or, since every workload of the mesh may call, that of another one. The
   * wires of a node need not lead to one that has a credential.
   */
  private Optional<Credential> member(String client) {
    return Stream.concat(Stream.of(client), passports.workloads().stream())
        .flatMap(name -> passports.of(name).stream())
        .findFirst();
  }

  private Evidence test(Wire wire, Intruder intruder, boolean controlAccepted) {
    String who = intruder.who();
    String expected = "refused";
    try {
      Optional<Credential> credential = intruder.credential().flatMap(Supplier::get);
      if (intruder.credential().isPresent() && credential.isEmpty()) {
        return missing(wire, who, expected, "there is no such credential to try it with");
      }
      Protocol protocol = wire.hop().protocol();
      TlsClient.Reception reception =
          ProbeRetry.until(
              protocol, it -> !it.unexplained(), () -> intruder.client().call(wire, credential));
      // iperf3 itself hangs up where it does not listen: that would be no refusal by a proxy. A
      // server that answers the right client's probe does not, so that closing is a refusal.
      boolean answers = wire.hop().isUnknownTcp() && wire.hop().probe().permitted();
      boolean doubtful =
          protocol == Protocol.TCP && reception.unexplained() && !(answers && controlAccepted);
      if (reception.silent() || doubtful) {
        return missing(wire, who, expected, reception.words());
      }
      if (!reception.accepted() && !controlAccepted) {
        return missing(
            wire,
            who,
            expected,
            "refused, but the right client was not accepted either: " + reception.words());
      }
      String name = credential.map(it -> it + " ").orElse("");
      String observed =
          name + (reception.accepted() ? "accepted: " : "refused: ") + reception.words();
      return evidence(wire, who, !reception.accepted(), expected, observed);
    } catch (IdentityException e) {
      return missing(wire, who, expected, String.valueOf(e.getMessage()));
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
