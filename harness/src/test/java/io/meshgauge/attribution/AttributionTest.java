package io.meshgauge.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.attribution.Attribution.Share;
import io.meshgauge.attribution.Component.Kind;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.HopLatency.Side;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Hop.Calls;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service.Probe;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AttributionTest {
  private static final Topology TOPOLOGY =
      Topology.of(
          List.of("logging", "payment", "order", "gateway"),
          List.of(
              new Hop("load", "gateway", Protocol.HTTP1),
              new Hop("gateway", "order", Protocol.HTTP1),
              new Hop("order", "payment", Protocol.GRPC),
              asynchronous(new Hop("order", "logging", Protocol.HTTP1))));

  @Test
  void addedTimeIsFoundWhereItIsSpent() {
    List<Run> baseline = new ArrayList<>();
    List<Run> mesh = new ArrayList<>();
    for (int block = 1; block <= 3; block++) {
      // Each block is slower than the one before, for both arms alike.
      Times times = Times.PLAIN.plus(block, block, block, block, block);
      baseline.add(times.run(block));
      mesh.add(times.plus(300, 500, 1_100, 70, 900).run(block));
    }

    Attribution found = Attribution.ofTime(List.of(baseline), mesh, TOPOLOGY).orElseThrow();

    assertThat(micros(found, Kind.LOAD_QUEUE, "load")).isCloseTo(0, within(1.0));
    assertThat(micros(found, Kind.CALLER, "gateway")).isCloseTo(300, within(15.0));
    assertThat(micros(found, Kind.SERVER, "gateway")).isCloseTo(500, within(0.01));
    assertThat(micros(found, Kind.SERVICE, "gateway")).isCloseTo(1_100, within(0.01));
    assertThat(micros(found, Kind.CALLER, "order")).isCloseTo(70, within(0.01));
    assertThat(micros(found, Kind.BOTH_SIDES, "payment"))
        .as("a call in half of the requests")
        .isCloseTo(450, within(0.01));
    assertThat(micros(found, Kind.SERVICE, "payment")).isCloseTo(0, within(0.01));
    assertThat(found.share(new Component(Kind.SERVICE, "logging")))
        .as("no request waits for it")
        .isEmpty();
    assertThat(
            found.share(new Component(Kind.CALLER, "order")).orElseThrow().interval().orElseThrow())
        .matches(it -> it.high() - it.low() < 1e-6, "the blocks' own differences cancel");
    assertThat(found.whole().absolute()).isCloseTo(sum(found), within(1e-12));
  }

  @Test
  void sharesAddUpToTheWholeWhateverWasMeasured() {
    Random random = new Random(7);
    for (int session = 0; session < 200; session++) {
      List<Run> one = new ArrayList<>();
      List<Run> again = new ArrayList<>();
      List<Run> mesh = new ArrayList<>();
      for (int block = 1; block <= 3; block++) {
        one.add(Times.drawn(random).run(block));
        again.add(Times.drawn(random).run(block));
        mesh.add(without(Times.drawn(random).run(block), hop -> random.nextInt(4) == 0));
      }
      Attribution time = Attribution.ofTime(List.of(one, again), mesh, TOPOLOGY).orElseThrow();
      assertThat(sum(time)).isCloseTo(time.whole().absolute(), within(1e-12));
      Attribution cpu = Attribution.ofCpu(List.of(one, again), mesh).orElseThrow();
      assertThat(sum(cpu)).isCloseTo(cpu.whole().absolute(), within(1e-12));
    }
  }

  @Test
  void aServiceWithoutTimersIsNotAttributed() {
    List<Run> baseline = List.of(Times.PLAIN.run(1), Times.PLAIN.run(2), Times.PLAIN.run(3));
    List<Run> blind =
        baseline.stream().map(run -> without(run, AttributionTest::servedByPayment)).toList();

    Attribution found = Attribution.ofTime(List.of(baseline), blind, TOPOLOGY).orElseThrow();

    assertThat(found.shares().stream().map(Share::component))
        .contains(new Component(Kind.NOT_TIMED, "payment"))
        .doesNotContain(new Component(Kind.SERVICE, "payment"));
    assertThat(sum(found)).isCloseTo(found.whole().absolute(), within(1e-12));
  }

  @Test
  void ofAServiceWithoutTimersTheCallersSideIsKnownByTheWire() {
    List<Run> baseline = new ArrayList<>();
    List<Run> mesh = new ArrayList<>();
    for (int block = 1; block <= 3; block++) {
      baseline.add(without(Times.PLAIN.run(block), AttributionTest::servedByOrder));
      mesh.add(
          without(Times.PLAIN.plus(0, 0, 0, 70, 0).run(block), AttributionTest::servedByOrder));
    }

    Attribution found = Attribution.ofTime(List.of(baseline), mesh, TOPOLOGY).orElseThrow();

    assertThat(micros(found, Kind.CALLER, "order")).isCloseTo(70, within(0.01));
    assertThat(micros(found, Kind.NOT_TIMED, "order")).isCloseTo(0, within(0.01));
  }

  @Test
  void whatACallTakesLongerAtItsClientsNodeIsTheNetwork() {
    List<Run> near = new ArrayList<>();
    List<Run> far = new ArrayList<>();
    for (int block = 1; block <= 3; block++) {
      near.add(leaving(Times.PLAIN.run(block), "order", 0));
      // The wire of order was timed at its own node; its client's node adds 40 us to every call.
      far.add(leaving(Times.PLAIN.plus(0, 0, 0, 70, 0).run(block), "order", 40));
    }

    Attribution found = Attribution.ofTime(List.of(near), far, TOPOLOGY).orElseThrow();

    List<Run> unknown =
        far.stream().map(run -> without(run, it -> it.side() == Side.CLIENT_NODE)).toList();
    assertThat(
            Attribution.ofTime(List.of(unknown), far, TOPOLOGY)
                .orElseThrow()
                .share(new Component(Kind.NETWORK, "order")))
        .as("of the reference it is not known")
        .isEmpty();
    assertThat(micros(found, Kind.NETWORK, "order")).isCloseTo(40, within(0.01));
    assertThat(micros(found, Kind.CALLER, "order")).isCloseTo(30, within(0.01));
    assertThat(sum(found)).isCloseTo(found.whole().absolute(), within(1e-12));
  }

  @Test
  void nothingIsAttributedWithoutTimersOrWithSeveralEntries() {
    List<Run> runs = List.of(Times.PLAIN.run(1));
    List<Run> untimed = List.of(without(runs.get(0), hop -> true));
    Topology two =
        Topology.of(
            List.of("payment", "order"),
            List.of(
                new Hop("load", "order", Protocol.GRPC),
                new Hop("load", "payment", Protocol.GRPC)));

    assertThat(Attribution.ofTime(List.of(runs), untimed, TOPOLOGY)).isEmpty();
    assertThat(Attribution.ofTime(List.of(runs), runs, two)).isEmpty();
    assertThat(Attribution.ofTime(List.of(runs), List.of(Times.PLAIN.run(2)), TOPOLOGY))
        .as("no common block")
        .isEmpty();
  }

  @Test
  void cpuOfTheMachineThatIsNoContainersIsTheRest() {
    Run plain =
        AttributedRun.of(
            1, 2_000, 2_000, List.of(), List.of(use("order", Part.APPLICATION, 3)), busy(0.5));
    Run proxied =
        AttributedRun.of(
            1,
            2_000,
            2_000,
            List.of(),
            List.of(use("order", Part.APPLICATION, 4), use("order-proxy", Part.DATA_PLANE, 2)),
            busy(0.7));

    Attribution found = Attribution.ofCpu(List.of(List.of(plain)), List.of(proxied)).orElseThrow();

    double thousands = AttributedRun.REQUESTS / 1e3;
    double machine = 0.2 * AttributedRun.CORES * AttributedRun.SECONDS / thousands;
    assertThat(found.whole().absolute()).isCloseTo(machine, within(1e-9));
    assertThat(value(found, Kind.APPLICATION, "order")).isCloseTo(1 / thousands, within(1e-9));
    assertThat(value(found, Kind.DATA_PLANE, "order-proxy")).isCloseTo(2 / thousands, within(1e-9));
    assertThat(value(found, Kind.REST, "")).isCloseTo(machine - 3 / thousands, within(1e-9));
  }

  private static boolean servedByPayment(HopLatency hop) {
    return hop.server().equals("payment") && hop.side() == Side.SERVER;
  }

  private static boolean servedByOrder(HopLatency hop) {
    return hop.server().equals("order") && hop.side() == Side.SERVER;
  }

  /** The same run, in which calls to a service took longer at the node of its client. */
  private static Run leaving(Run run, String server, double micros) {
    List<HopLatency> hops = new ArrayList<>(run.hops());
    run.hops().stream()
        .filter(hop -> hop.server().equals(server) && hop.side() == Side.WIRE)
        .map(
            hop ->
                new HopLatency(
                    hop.client(),
                    server,
                    Side.CLIENT_NODE,
                    hop.count(),
                    hop.meanSeconds() + micros / 1e6,
                    hop.p50Seconds(),
                    hop.p99Seconds()))
        .forEach(hops::add);
    return of(run, hops);
  }

  /** The same run, of which some times are missing. */
  private static Run without(Run run, Predicate<HopLatency> missing) {
    return of(run, run.hops().stream().filter(missing.negate()).toList());
  }

  private static Run of(Run run, List<HopLatency> left) {
    double micros = RequestTime.whole(run) * 1e6;
    return AttributedRun.of(
        run.trial().replicate(),
        micros,
        micros,
        left,
        run.resources(),
        Objects.requireNonNull(run.machine()));
  }

  private static double sum(Attribution found) {
    return found.shares().stream().mapToDouble(it -> it.added().absolute()).sum();
  }

  private static double micros(Attribution found, Kind kind, String name) {
    return value(found, kind, name) * 1e6;
  }

  private static double value(Attribution found, Kind kind, String name) {
    return found.share(new Component(kind, name)).orElseThrow().absolute();
  }

  private static ResourceUse use(String container, Part part, double cpuSeconds) {
    return new ResourceUse(container, part, cpuSeconds, 1e6, 1e6);
  }

  private static MachineUse busy(double share) {
    return new MachineUse(share, 0);
  }

  private static Hop asynchronous(Hop hop) {
    Calls some = new Calls(true, OptionalDouble.empty(), List.of(), List.of(), List.of());
    return new Hop(
        hop.client(), hop.server(), hop.protocol(), some, Probe.unknownTo(hop.protocol()));
  }

  /**
   * Microseconds of a request: at the load worker's side of gateway, at gateway's side, in gateway,
   * at gateway's side of order, and on the way to payment, which half of the requests call.
   */
  private record Times(
      double callers, double servers, double gateway, double order, double payment) {
    static final Times PLAIN = new Times(200, 100, 2_000, 150, 800);

    static Times drawn(Random random) {
      return new Times(
          random.nextInt(900),
          random.nextInt(900),
          random.nextInt(5_000),
          random.nextInt(900),
          random.nextInt(3_000));
    }

    Times plus(double more, double server, double own, double hop, double far) {
      return new Times(callers + more, servers + server, gateway + own, order + hop, payment + far);
    }

    Run run(int block) {
      double charged = 300;
      double toPayment = charged + payment;
      double inOrder = 500 + 0.5 * toPayment;
      double orderWire = inOrder + 120;
      double toOrder = orderWire + order;
      double inGateway = gateway + toOrder;
      double gatewayWire = inGateway + servers;
      double all = gatewayWire + callers;
      List<HopLatency> hops = new ArrayList<>();
      add(hops, "load", "gateway", Side.SERVER, 1, inGateway);
      add(hops, "load", "gateway", Side.WIRE, 0.02, gatewayWire);
      add(hops, "gateway", "order", Side.CLIENT, 1, toOrder);
      add(hops, "gateway", "order", Side.SERVER, 1, inOrder);
      add(hops, "gateway", "order", Side.WIRE, 0.02, orderWire);
      add(hops, "order", "payment", Side.CLIENT, 0.5, toPayment);
      add(hops, "order", "payment", Side.SERVER, 0.5, charged);
      add(hops, "order", "logging", Side.CLIENT, 0.1, 5_000);
      add(hops, "order", "logging", Side.SERVER, 0.1, 4_000);
      List<ResourceUse> uses =
          List.of(
              use("order", Part.APPLICATION, inOrder / 1e3),
              use("order-proxy", Part.DATA_PLANE, order / 1e3));
      return AttributedRun.of(block, all, all, List.copyOf(hops), uses, busy(0.6));
    }

    private static void add(
        List<HopLatency> hops,
        String client,
        String server,
        Side side,
        double often,
        double micros) {
      long count = Math.round(often * AttributedRun.REQUESTS);
      double seconds = micros / 1e6;
      hops.add(new HopLatency(client, server, side, count, seconds, seconds, seconds));
    }
  }
}
