package io.meshgauge.evidence.encryption;

import io.meshgauge.evidence.capture.Encapsulation;
import io.meshgauge.evidence.capture.InterNodePackets;
import io.meshgauge.evidence.capture.Sighting;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.plane.DataPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Judges what left the nodes, where a network encrypts what passes between them: of every hop whose
 * ends are on two nodes no packet could be read, and encrypted ones went both ways.
 *
 * <p>A hop that stays on one node is not encrypted by design, and so nothing of it is proven. What
 * was seen inside the nodes says that the hop carried anything at all.
 */
public final class NodeEncryptionProof {
  private static final String EXPECTED =
      "its ends are on two nodes, and every packet between these is encrypted";

  private final DataPlane plane;
  private final Map<String, Set<String>> nodes;

  /**
   * A proof.
   *
   * @param nodes names of the nodes of each workload
   */
  public NodeEncryptionProof(DataPlane plane, Map<String, Set<String>> nodes) {
    this.plane = plane;
    this.nodes = nodes;
  }

  public List<Evidence> evidence(WireSightings sightings) {
    return plane.wire().entrySet().stream()
        .sorted(Comparator.comparing(it -> it.getKey().toString()))
        .map(it -> judge(it.getKey(), it.getValue(), sightings))
        .toList();
  }

  private Evidence judge(Hop hop, Address wire, WireSightings sightings) {
    Set<String> clients = nodes.getOrDefault(hop.client(), Set.of());
    Set<String> servers = nodes.getOrDefault(hop.server(), Set.of());
    InterNodePackets crossings = sightings.crossings();
    if (clients.isEmpty() || servers.isEmpty()) {
      return evidence(
          hop, Verdict.MISSING, "the nodes of its two ends are not known", crossings.how());
    }
    Set<String> shared = new TreeSet<>(clients);
    shared.retainAll(servers);
    if (!shared.isEmpty()) {
      return evidence(
          hop,
          Verdict.MISSING,
          "both ends are on %s: not encrypted, by design of the network"
              .formatted(String.join(", ", shared)),
          "the nodes of the pods");
    }
    long readable = crossings.readable().getOrDefault(wire, 0L);
    List<InterNodePackets.Way> ways = new ArrayList<>();
    for (String client : new TreeSet<>(clients)) {
      for (String server : new TreeSet<>(servers)) {
        ways.add(way(crossings, client, server));
        ways.add(way(crossings, server, client));
      }
    }
    String observed =
        "%d readable; %s"
            .formatted(
                readable,
                ways.stream().map(NodeEncryptionProof::words).collect(Collectors.joining("; ")));
    return evidence(hop, verdict(readable, ways, sightings.at(wire)), observed, crossings.how());
  }

  private static Verdict verdict(long readable, List<InterNodePackets.Way> ways, Sighting inside) {
    if (readable > 0 || ways.stream().anyMatch(it -> it.of(Encapsulation.OPENED) > 0)) {
      return Verdict.DISPROVEN;
    }
    boolean sealed = ways.stream().allMatch(it -> it.sealed() > 0);
    return sealed && !inside.isEmpty() ? Verdict.PROVEN : Verdict.MISSING;
  }

  /** Some tunnels end at addresses of the network's own, whose owner is unknown. */
  private static InterNodePackets.Way way(InterNodePackets crossings, String from, String to) {
    Map<Encapsulation, Long> sum = new EnumMap<>(Encapsulation.class);
    sum.putAll(crossings.way(from, to).packets());
    crossings
        .way(from, InterNodePackets.ELSEWHERE)
        .packets()
        .forEach(
            (cover, n) -> {
              if (cover == Encapsulation.ESP || cover == Encapsulation.OPENED) {
                sum.merge(cover, n, Long::sum);
              }
            });
    return new InterNodePackets.Way(from, to, sum);
  }

  /** For example {@code a to b: 412 WireGuard, 3 other}. */
  private static String words(InterNodePackets.Way way) {
    String packets =
        Arrays.stream(Encapsulation.values())
            .filter(it -> it != Encapsulation.READABLE && way.of(it) > 0)
            .map(it -> way.of(it) + " " + it.words())
            .collect(Collectors.joining(", "));
    return "%s to %s: %s"
        .formatted(way.from(), way.to(), packets.isEmpty() ? "no packets" : packets);
  }

  private static Evidence evidence(Hop hop, Verdict verdict, String observed, String source) {
    return new Evidence(
        Promise.ENCRYPTION,
        hop + ", between nodes",
        verdict,
        EXPECTED,
        observed,
        source.isEmpty() ? "the traffic between the nodes was not observed" : source);
  }
}
