package io.meshgauge.evidence.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import io.meshgauge.topology.plane.DataPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What follows from counts of three replicas of one service. */
class DistributionProofTest {
  private static final double SECONDS = 10;

  @Test
  void countsInTurnFitAndUnequalOnesDoNot() {
    assertThat(verdict(Rule.ROUND_ROBIN, 200, 201, 199)).isEqualTo(Verdict.PROVEN);
    assertThat(verdict(Rule.ROUND_ROBIN, 200, 220, 180)).isEqualTo(Verdict.PROVEN);
    assertThat(verdict(Rule.ROUND_ROBIN, 200, 300, 100)).isEqualTo(Verdict.DISPROVEN);
    assertThat(verdict(Rule.ROUND_ROBIN, 600, 0, 0)).isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void weightsAreExpectedInTheCounts() {
    Balancing weighted = new Balancing(Rule.ROUND_ROBIN, servers(2, Duration.ZERO));

    assertThat(judge(weighted, 300, 151, 149))
        .extracting(Evidence::verdict)
        .containsOnly(Verdict.PROVEN);
    assertThat(judge(weighted, 200, 200, 200))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.DISPROVEN);
              assertThat(it.expected()).isEqualTo("calls in the shares 2 : 1 : 1");
              assertThat(it.observed())
                  .startsWith("order 200, order-2 200, order-3 200; chi-square 66.67, p ");
            });
  }

  @Test
  void theSecondVersionGetsTheDeclaredShare() {
    Balancing canary =
        Balancing.versions("order", 10, replica -> Address.loopback(8080 + replica.number()));

    assertThat(judge(canary, 525, 59))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.PROVEN);
              assertThat(it.subject()).isEqualTo("order: a share to version 2");
              assertThat(it.expected()).isEqualTo("10 % of 584 requests at order-2");
              assertThat(it.observed())
                  .isEqualTo(
                      "order 525, order-2 59; 59 of 584: 10.1 %, exact 99.9 % interval 6.4 to 14.8 %");
            });
    assertThat(judge(canary, 467, 117))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN);
    assertThat(judge(canary, 584, 0))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.DISPROVEN);
    assertThat(judge(canary, 90, 10))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.MISSING);
              assertThat(it.observed())
                  .endsWith(
                      "too few requests to exclude twice the share, or none; send about 500 or more");
            });
  }

  @Test
  void fewCallsProveNothing() {
    assertThat(verdict(Rule.ROUND_ROBIN, 5, 5, 4)).isEqualTo(Verdict.MISSING);
    assertThat(verdict(Rule.LEAST_CONNECTIONS, 10, 10, 10)).isEqualTo(Verdict.MISSING);
    assertThat(verdict(Rule.IP_HASH, 0, 0, 0)).isEqualTo(Verdict.MISSING);
  }

  @Test
  void aReplicaThatWasNotReadLeavesTheProofMissing() {
    DataPlane plane = plane(new Balancing(Rule.IP_HASH, servers(1, Duration.ZERO)));

    assertThat(new DistributionProof(plane).evidence(Map.of("order", 5L), SECONDS))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.MISSING);
  }

  @Test
  void oneAddressIsAtHomeAtOneReplica() {
    assertThat(verdict(Rule.IP_HASH, 0, 540, 0)).isEqualTo(Verdict.PROVEN);
    assertThat(verdict(Rule.IP_HASH, 1, 539, 0)).isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void noReplicaStarvesAmongEquals() {
    assertThat(verdict(Rule.LEAST_CONNECTIONS, 250, 180, 170)).isEqualTo(Verdict.PROVEN);
    assertThat(verdict(Rule.LEAST_CONNECTIONS, 300, 290, 10)).isEqualTo(Verdict.DISPROVEN);
    assertThat(verdict(Rule.LEAST_CONNECTIONS, 600, 0, 0)).isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aSlowReplicaThatIsBusyMustGetFewer() {
    Balancing slow = slow(Duration.ofMillis(50));

    assertThat(judge(slow, 240, 240, 60))
        .extracting(Evidence::subject, Evidence::verdict)
        .containsExactly(
            tuple("order: fewest calls under way", Verdict.PROVEN),
            tuple("slow replicas", Verdict.PROVEN));
    assertThat(judge(slow, 180, 182, 178))
        .as("as round robin would")
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN, Verdict.DISPROVEN);
  }

  @Test
  void betweenTheTwoThereWereTooFewCallsToTell() {
    assertThat(judge(slow(Duration.ofMillis(50)), 146, 135, 99).get(1))
        .satisfies(
            it -> {
              assertThat(it.verdict()).isEqualTo(Verdict.MISSING);
              assertThat(it.observed()).contains("99 of 380 calls, 127", "too few calls to tell");
            });
  }

  @Test
  void allServicesWithABusySlowReplicaCountTogether() {
    Map<String, Balancing> spreads = new TreeMap<>();
    Map<String, Long> served = new TreeMap<>();
    for (String service : List.of("order", "payment")) {
      spreads.put(service, new Balancing(Rule.LEAST_CONNECTIONS, servers(service)));
      List<Long> counts = List.of(146L, 135L, 99L);
      for (int i = 0; i < counts.size(); i++) {
        served.put(new Replica(service, i + 1).name(), counts.get(i));
      }
    }
    DataPlane plane = new DataPlane(List.of(), Map.of(), List.of(), Map.of()).spreading(spreads);

    assertThat(new DistributionProof(plane).evidence(served, SECONDS))
        .extracting(Evidence::verdict)
        .containsExactly(Verdict.PROVEN, Verdict.PROVEN, Verdict.PROVEN);
  }

  private static List<Server> servers(String service) {
    return servers(1, Duration.ofMillis(50)).stream()
        .map(
            it ->
                new Server(
                    new Replica(service, it.replica().number()),
                    it.address(),
                    it.weight(),
                    it.slowed()))
        .toList();
  }

  @Test
  void aSlowReplicaThatIsSeldomBusyProvesNothing() {
    Balancing slow = slow(Duration.ofMillis(5));

    assertThat(judge(slow, 180, 180, 180))
        .extracting(Evidence::subject, Evidence::verdict)
        .containsExactly(
            tuple("order: fewest calls under way", Verdict.PROVEN),
            tuple("slow replicas", Verdict.MISSING));
    assertThat(judge(slow, 50, 50, 440).get(0).verdict())
        .as("more than its share")
        .isEqualTo(Verdict.DISPROVEN);
  }

  @Test
  void aSingleReplicaGetsAll() {
    Balancing single = new Balancing(Rule.ROUND_ROBIN, servers(1, Duration.ZERO).subList(0, 1));

    assertThat(judge(single, 3)).extracting(Evidence::verdict).containsExactly(Verdict.PROVEN);
  }

  private static Verdict verdict(Rule rule, long... counts) {
    return judge(new Balancing(rule, servers(1, Duration.ZERO)), counts).get(0).verdict();
  }

  private static List<Evidence> judge(Balancing spread, long... counts) {
    Map<String, Long> served = new TreeMap<>();
    for (int i = 0; i < counts.length; i++) {
      served.put(spread.servers().get(i).replica().name(), counts[i]);
    }
    return new DistributionProof(plane(spread)).evidence(served, SECONDS);
  }

  private static Balancing slow(Duration more) {
    return new Balancing(Rule.LEAST_CONNECTIONS, servers(1, more));
  }

  private static List<Server> servers(int weightOfFirst, Duration slowed) {
    List<Server> servers = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      servers.add(
          new Server(
              new Replica("order", i),
              Address.loopback(10_000 + i),
              i == 1 ? weightOfFirst : 1,
              i == 3 && !slowed.isZero() ? Optional.of(slowed) : Optional.empty()));
    }
    return servers;
  }

  private static DataPlane plane(Balancing spread) {
    return new DataPlane(List.of(), Map.of(), List.of(), Map.of())
        .spreading(Map.of("order", spread));
  }
}
