package io.meshgauge.evidence.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.Verification;
import io.meshgauge.evidence.capture.Encapsulation;
import io.meshgauge.evidence.capture.InterNodePackets;
import io.meshgauge.evidence.capture.InterNodePackets.Way;
import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeEncryptionProofTest {
  private static final Address ORDER = new Address("10.244.2.7", 8_080);
  private static final Hop HOP = new Hop("gateway", "order", Protocol.HTTP1);
  private static final DataPlane PLANE =
      new DataPlane(List.of(), Map.of(HOP, ORDER), List.of(), Map.of(HOP, ORDER));
  private static final Map<String, Set<String>> APART =
      Map.of("gateway", Set.of("a"), "order", Set.of("b"));
  private static final Guarantees BETWEEN =
      new Guarantees(Proxies.NONE, false).encryptedBetweenNodes();
  private static final List<Way> WIREGUARD =
      List.of(
          new Way("a", "b", Map.of(Encapsulation.WIREGUARD, 40L, Encapsulation.OTHER, 3L)),
          new Way("b", "a", Map.of(Encapsulation.WIREGUARD, 39L)));

  @Test
  void encryptedPacketsBothWaysAndNoneThatCanBeReadIsProof() {
    assertThat(judge(APART, WIREGUARD, Map.of(), true))
        .satisfies(
            it -> {
              assertThat(it.promise()).isEqualTo(Promise.ENCRYPTION);
              assertThat(it.subject()).isEqualTo("gateway → order, between nodes");
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.observed())
                  .isEqualTo("0 readable; a to b: 40 WireGuard, 3 other; b to a: 39 WireGuard");
            });
  }

  @Test
  void onePacketThatCanBeReadIsOneTooMany() {
    assertThat(judge(APART, WIREGUARD, Map.of(ORDER, 1L), true).verdict())
        .isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aHopThatStaysOnANodeIsNotEncryptedByDesignAndTheRunIsUnverified() {
    Evidence evidence =
        judge(Map.of("gateway", Set.of("a"), "order", Set.of("a")), WIREGUARD, Map.of(), true);

    assertThat(evidence.verdict()).isEqualTo(Verdict.MISSING);
    assertThat(evidence.observed())
        .isEqualTo("both ends are on a: not encrypted, by design of the network");
    Verification verification = verification(evidence);
    assertThat(verification.proven()).isFalse();
    assertThat(verification.reasons()).anyMatch(it -> it.contains("both ends are on a"));
    assertThat(verification(judge(APART, WIREGUARD, Map.of(), true)).proven()).isTrue();
  }

  @Test
  void oneOfSeveralLoadWorkersOnTheNodeOfTheServiceIsEnough() {
    assertThat(
            judge(
                    Map.of("gateway", Set.of("a", "b"), "order", Set.of("b")),
                    WIREGUARD,
                    Map.of(),
                    true)
                .observed())
        .contains("both ends are on b");
  }

  @Test
  void oneDirectionAloneOrNoTrafficAtAllIsNoProof() {
    assertThat(judge(APART, WIREGUARD.subList(0, 1), Map.of(), true))
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.MISSING);
              assertThat(it.observed()).endsWith("b to a: no packets");
            });
    assertThat(judge(APART, WIREGUARD, Map.of(), false).verdict()).isEqualTo(Verdict.MISSING);
    assertThat(judge(APART, List.of(), Map.of(), true).verdict()).isEqualTo(Verdict.MISSING);
    assertThat(judge(Map.of(), WIREGUARD, Map.of(), true).verdict()).isEqualTo(Verdict.MISSING);
  }

  @Test
  void tunnelsOfIpsecMayEndAtAddressesOfTheNetworksOwn() {
    List<Way> ways =
        List.of(
            new Way(
                "a",
                InterNodePackets.ELSEWHERE,
                Map.of(Encapsulation.ESP, 9L, Encapsulation.OTHER, 4L)),
            new Way("b", InterNodePackets.ELSEWHERE, Map.of(Encapsulation.ESP, 8L)));

    assertThat(judge(APART, ways, Map.of(), true).verdict()).isEqualTo(Verdict.PROVEN);
  }

  @Test
  void aKeyThatEverybodyKnowsKeepsNothingSecret() {
    List<Way> ways =
        List.of(
            new Way("a", "b", Map.of(Encapsulation.OPENED, 9L)),
            new Way("b", "a", Map.of(Encapsulation.ESP, 8L)));

    Evidence evidence = judge(APART, ways, Map.of(), true);

    assertThat(evidence.verdict()).isEqualTo(Verdict.DISPROVEN);
    assertThat(evidence.observed()).contains("9 ESP that a key known to everybody opens");
  }

  private static Verification verification(Evidence between) {
    List<Evidence> all = new ArrayList<>();
    for (Promise promise : List.of(Promise.TRAVERSAL, Promise.PLAINTEXT_PROBE, Promise.DENIAL)) {
      all.add(new Evidence(promise, "all", Verdict.PROVEN, "", "", ""));
    }
    all.add(between);
    return Verification.of(BETWEEN, all);
  }

  private static Evidence judge(
      Map<String, Set<String>> nodes, List<Way> ways, Map<Address, Long> readable, boolean calls) {
    Map<Address, Sighting> inside =
        calls ? Map.of(ORDER, new Sighting(Map.of(TrafficKind.HTTP1, 5L))) : Map.of();
    WireSightings seen =
        new WireSightings(List.of(), inside, new InterNodePackets("a test", ways, readable));
    return new NodeEncryptionProof(PLANE, nodes).evidence(seen).get(0);
  }
}
