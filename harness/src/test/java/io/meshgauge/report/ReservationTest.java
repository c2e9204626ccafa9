package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.report.cost.Reservation;
import io.meshgauge.report.table.ResourceTables;
import io.meshgauge.report.table.Table;
import io.meshgauge.stats.Moments;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReservationTest {
  private static final double MIB = 1024.0 * 1024;

  /** Student's t with two degrees of freedom, 5 % above; one more run of three. */
  private static final double REACH = 2.920 * Math.sqrt(4.0 / 3);

  @Test
  void aFurtherRunStaysBelowTheBoundWithThatConfidence() {
    assertThat(Moments.of(new double[] {1, 2, 3}).bound(0.95)).isCloseTo(2 + REACH, within(1e-3));
    assertThat(Moments.of(new double[] {2, 2, 2}).bound(0.95)).isEqualTo(2);
  }

  @Test
  void theBusiestProxyDecidesAndItsRequestCoversFurtherRuns() {
    List<Reservation> found = Reservation.of(plan(used(1)));

    assertThat(found).extracting(it -> it.arm().name()).doesNotContain("baseline").hasSize(3);
    Reservation envoy =
        found.stream().filter(it -> it.arm().name().equals("envoy")).findFirst().orElseThrow();
    assertThat(envoy.proxy()).isEqualTo("gateway-proxy");
    // Of 20 s: 2, 2.2 and 2.4 CPU-s.
    assertThat(envoy.milliCores()).isCloseTo(110, within(1e-9));
    assertThat(envoy.requestedMilliCores()).isEqualTo(150).isGreaterThan(110 + 10 * REACH);
    assertThat(envoy.peakMib()).isCloseTo(51, within(1e-9));
    assertThat(envoy.limitMib()).isEqualTo(Math.ceil(51 + REACH));
  }

  @Test
  void theTableHasARowForEveryArmWithProxies() {
    Table table = ResourceTables.reservations(plan(used(1)));

    assertThat(table.title())
        .isEqualTo("Requests and limits for proxies, plan steady at 120 req/s");
    assertThat(table.groups().get(0).rows()).hasSize(3);
    assertThat(table.groups().get(0).rows().get(0).cells().toString())
        .contains("envoy", "gateway-proxy", "150", "55");
  }

  @Test
  void twoRunsRecommendNothing() {
    Session session = SampleSessions.replicated(2);

    assertThat(Reservation.of(Report.of(session, SampleRules.rules()).plans().get(0))).isEmpty();
    assertThat(ResourceTables.reservations(plan(used(0))).isEmpty()).isTrue();
  }

  /** The four-way session with proxies whose use is known; 0 of them leaves none. */
  private static Session used(int proxies) {
    Session session = SampleSessions.fourWay();
    return session.with(session.runs().stream().map(run -> used(run, proxies)).toList());
  }

  private static Run used(Run run, int proxies) {
    boolean plain = run.trial().variant().mesh().equals("baseline");
    int block = run.trial().replicate() - 1;
    List<ResourceUse> uses =
        IntStream.range(0, plain ? 0 : proxies)
            .boxed()
            .flatMap(
                it ->
                    List.of(
                        use("gateway-proxy", 2 + 0.2 * block, 50 + block), use("auth-proxy", 1, 90))
                        .stream())
            .toList();
    return run.with(new Run.Observations(uses, run.tcp(), run.hops(), null, null));
  }

  private static ResourceUse use(String name, double cpuSeconds, double peakMib) {
    return new ResourceUse(name, Part.DATA_PLANE, cpuSeconds, 40 * MIB, peakMib * MIB);
  }

  private static PlanReport plan(Session session) {
    return Report.of(session, SampleRules.rules()).plans().get(0);
  }
}
