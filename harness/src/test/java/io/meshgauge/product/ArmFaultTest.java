package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import org.junit.jupiter.api.Test;

class ArmFaultTest {
  private static final Hop TO_ORDER = new Hop("gateway", "order", Protocol.HTTP1);
  private static final Hop TO_PAYMENT = new Hop("order", "payment", Protocol.GRPC);

  @Test
  void aServiceThatIgnoresTheHeaderKeepsItsCallsOnOnePath() {
    ArmFault fault = fault("ignored-header:order");

    assertThat(fault.keeps(TO_PAYMENT)).isTrue();
    assertThat(fault.keeps(TO_ORDER)).isFalse();
    assertThat(fault.leaves(TO_PAYMENT)).isFalse();
  }

  @Test
  void aProxyThatServesTwoArmsTakesTheCallsToAService() {
    ArmFault fault = fault("shared-proxy:order");

    assertThat(fault.leaves(TO_ORDER)).isTrue();
    assertThat(fault.leaves(TO_PAYMENT)).isFalse();
    assertThat(fault.keeps(TO_PAYMENT)).isFalse();
  }

  @Test
  void onlyKnownFaultsAreAccepted() {
    assertThat(ArmFault.SETTING.accepts().test("shared-proxy:order")).isTrue();
    assertThat(ArmFault.SETTING.accepts().test("shared-proxy:")).isFalse();
    assertThat(ArmFault.SETTING.accepts().test("lost:order")).isFalse();
    assertThat(ArmFault.of(Variant.plain("istio-mtls"))).isEmpty();
  }

  private static ArmFault fault(String text) {
    return ArmFault.of(Variant.plain("istio-mtls").with("arm-fault", text)).orElseThrow();
  }
}
