package io.meshgauge.predict;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.meshgauge.score.Prices;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CostModelTest {
  private static final double LIMIT = 0.6;

  private static CostModel model(double noise, long seed) {
    return model(new Physics(noise, seed).sweep());
  }

  private static CostModel model(List<Sample> samples) {
    return CostModel.of(Map.of("mesh", samples), Physics.CORES).get(0);
  }

  private static Estimate estimate(Prediction prediction, Target target) {
    return prediction.of(target).orElseThrow();
  }

  private static List<Double> coefficients(CostModel model, Target target) {
    return Objects.requireNonNull(model.fits().get(target)).coefficients();
  }

  @Test
  void knownCostsAreRecovered() {
    CostModel model = model(0, 1);

    List<Double> cpu = coefficients(model, Target.CPU_SYSTEM);
    assertThat(cpu.get(0)).isCloseTo(Physics.CALL, within(1e-9));
    assertThat(cpu.get(1)).isCloseTo(Physics.IDLE, within(1e-7));
    assertThat(cpu.get(2)).isCloseTo(Physics.BYTE, within(1e-12));
    List<Double> time = coefficients(model, Target.P50);
    assertThat(time.get(0)).isCloseTo(Physics.HOP, within(1e-7));
    assertThat(time.get(1)).isCloseTo(Physics.WAIT, within(1e-6));
    assertThat(coefficients(model, Target.MEMORY_SYSTEM).get(0))
        .isCloseTo(Physics.SERVICE_BYTES, within(1.0));
  }

  @Test
  void intervalsHoldHeldOutPoints() {
    Map<Target, Integer> held = new EnumMap<>(Target.class);
    int sessions = 400;
    for (int session = 0; session < sessions; session++) {
      Physics physics = new Physics(0.05, session);
      CostModel model = model(physics.sweep());
      Conditions requested = Physics.at(100 + session % 280, session * 37 % 16_000);
      Sample measured = physics.measure("h", 9, requested);
      model
          .estimates(requested)
          .forEach(
              (target, estimate) ->
                  held.merge(
                      target,
                      estimate.holds(measured.value(target, requested.rate())) ? 1 : 0,
                      Integer::sum));
    }
    for (Target target :
        List.of(Target.CPU_SYSTEM, Target.UTILISATION, Target.MEMORY_SYSTEM, Target.P50)) {
      assertThat((double) held.getOrDefault(target, 0) / sessions)
          .as(target.words())
          .isGreaterThan(0.9);
    }
  }

  @Test
  void memoryOfServicesInAConfigurationIsFittedWhereTheyWereVaried() {
    Physics physics = new Physics(0, 3);
    List<Sample> samples = new ArrayList<>(physics.sweep());
    for (int i = 0; i < 4; i++) {
      Conditions more = Physics.at(240, 0).with(Factor.CONFIGURED, 1000);
      samples.add(physics.measure("c" + i, 1 + i, more));
    }
    CostModel model = model(samples);

    assertThat(model(0, 1).missing(Target.MEMORY_SYSTEM)).contains(Term.CONFIGURED);
    assertThat(model.missing(Target.MEMORY_SYSTEM)).doesNotContain(Term.CONFIGURED);
    Conditions requested = Physics.at(240, 0).with(Factor.CONFIGURED, 2000);
    assertThat(Objects.requireNonNull(model.estimates(requested).get(Target.MEMORY_SYSTEM)).value())
        .isCloseTo(
            5 * (Physics.SERVICE_BYTES + 2000 * Physics.CONFIGURED_BYTES), withinPercentage(0.1));
  }

  @Test
  void termsThatTheSessionDidNotVaryAreNotFittedAndNamed() {
    CostModel model = model(0.02, 2);

    assertThat(model.missing(Target.CPU_SYSTEM))
        .containsExactlyInAnyOrder(Term.CONNECTION, Term.RULE, Term.SPAN);
    Prediction prediction = model.predict(Physics.at(200, 0).with(Factor.RULES, 1000), LIMIT);
    assertThat(prediction.caveats())
        .containsExactly(
            "not varied: rules was 0 per service everywhere; its effect is not in the prediction");
  }

  @Test
  void sessionOfOneRateAttributesAllCostsToRequests() {
    Physics physics = new Physics(0.02, 3);
    Conditions only = Physics.at(180, 512);
    CostModel model =
        model(
            List.of(
                physics.measure("r1", 1, only),
                physics.measure("r2", 2, only),
                physics.measure("r3", 3, only)));

    assertThat(model.missing(Target.CPU_SYSTEM)).contains(Term.IDLE, Term.BYTE);
    assertThat(model.missing(Target.P50)).contains(Term.QUEUE);
    Prediction same = model.predict(only, LIMIT);
    assertThat(same.caveats()).isEmpty();
    assertThat(estimate(same, Target.CPU_SYSTEM).value())
        .isCloseTo(Physics.cpu(only), within(0.05 * Physics.cpu(only)));
    assertThat(model.predict(only.at(300), 1).caveats())
        .singleElement()
        .asString()
        .startsWith("extrapolated: not varied: rate was 180 req/s everywhere;");
  }

  @Test
  void loadBeyondOneMachineIsDividedAmongCopies() {
    CostModel model = model(0, 4);
    Conditions requested = Physics.at(10_000, 0);

    Prediction prediction = model.predict(requested, LIMIT);

    double machines = prediction.scale().machines();
    double each = 10_000 / machines;
    assertThat(Physics.cpu(Physics.at(each, 0)) / Physics.CORES).isLessThanOrEqualTo(LIMIT);
    assertThat(Physics.cpu(Physics.at(10_000 / (machines - 1), 0)) / Physics.CORES)
        .isGreaterThan(LIMIT);
    assertThat(estimate(prediction, Target.CPU_SYSTEM).value())
        .isCloseTo(machines * Physics.cpu(Physics.at(each, 0)), within(1e-3));
    assertThat(estimate(prediction, Target.P50).value())
        .isCloseTo(Physics.p50(Physics.at(each, 0)), within(1e-5));
    assertThat(estimate(prediction, Target.MEMORY_SYSTEM).value())
        .isCloseTo(machines * 5 * Physics.SERVICE_BYTES, within(1e3));
    assertThat(prediction.loadWorkers().orElseThrow().value()).isEqualTo(6);
    assertThat(prediction.caveats().get(0))
        .contains("a machine like the measured one (2 cores) is full at about 550 req/s")
        .contains("copies of the application");
    assertThat(prediction.caveats().get(1))
        .contains("rate 10000 req/s is 25.0 × the highest measured (400 req/s)");
  }

  @Test
  void moreServicesAreSpreadOverMoreMachines() {
    CostModel model = model(0, 5);
    Conditions requested = Physics.at(200, 0).with(Factor.SERVICES, 40).with(Factor.HOPS, 24);

    Prediction prediction = model.predict(requested, LIMIT);

    assertThat(prediction.scale().copies()).isEqualTo(1);
    assertThat(prediction.scale().machines())
        .isEqualTo(Math.ceil(Physics.cpu(requested) / Physics.CORES / LIMIT));
    assertThat(estimate(prediction, Target.CPU_SYSTEM).value())
        .isCloseTo(Physics.cpu(requested), within(1e-3));
    assertThat(prediction.caveats()).anyMatch(it -> it.contains("not varied: services was 5"));

    Prediction more = model.predict(requested.at(3000), LIMIT);

    assertThat(more.scale().machines()).isEqualTo(8 * more.scale().copies());
    assertThat(more.scale().copies()).isGreaterThan(1);
    double use = Physics.cpu(more.scale().each()) / Physics.CORES / 8;
    assertThat(use).isBetween(LIMIT * 0.8, LIMIT);
    assertThat(estimate(more, Target.UTILISATION).value()).isCloseTo(use, within(1e-4));
    assertThat(more.caveats().get(0)).startsWith("capacity: 8 machines like the measured one");
  }

  @Test
  void idleServicesThatFillAMachineLeaveNoPrediction() {
    CostModel model = model(0, 6);

    Prediction prediction = model.predict(Physics.at(2000, 0), 0.009);

    assertThat(prediction.possible()).isFalse();
    assertThat(prediction.estimates()).isEmpty();
    assertThat(prediction.caveats().get(0)).startsWith("capacity: idle services alone");
  }

  @Test
  void pricesFollowFromCoresAndMemory() {
    Prediction prediction = model(0, 7).predict(Physics.at(200, 0), LIMIT);
    Prices prices = new Prices(0.04, 0.005);

    double cores = Physics.cpu(Physics.at(200, 0)) / LIMIT;
    double hour = cores * 0.04 + 5 * Physics.SERVICE_BYTES / (1L << 30) * 0.005;
    Map<String, Double> amounts =
        prediction.amounts(LIMIT, Optional.of(prices)).stream()
            .collect(toMap(Prediction.Amount::key, it -> it.estimate().value()));
    assertThat(amounts.keySet())
        .containsAll(prediction.estimates().keySet().stream().map(Target::key).toList());
    assertThat(amounts.get("price_per_month")).isCloseTo(730 * hour, within(1e-4));
    assertThat(amounts.get("price_per_million")).isCloseTo(hour / 3600 / 200 * 1e6, within(1e-5));
  }

  @Test
  void armOfOneDeploymentHasNoModel() {
    CostModel alone = model(new Physics(0.02, 8).sweep().subList(0, 1));

    assertThat(alone.fits()).isEmpty();
  }

  @Test
  void waitOfOneServerIsThatOfMm1() {
    assertThat(Queueing.wait(0.5, 1)).isCloseTo(1, within(1e-12));
    assertThat(Queueing.wait(0.8, 1)).isCloseTo(4, within(1e-12));
    assertThat(Queueing.wait(0.8, 2)).isLessThan(2);
    assertThat(Queueing.wait(1.5, 2)).isEqualTo(Queueing.wait(Queueing.FULL, 2));
  }
}
