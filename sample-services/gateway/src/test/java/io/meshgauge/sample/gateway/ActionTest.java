package io.meshgauge.sample.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.sample.common.proto.Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ActionTest {

  private static Principal principal(String role, String risk) {
    return Principal.newBuilder().addRoles(role).setRisk(risk).build();
  }

  @ParameterizedTest(name = "{0} with risk {1} may browse: {2}, may check out: {3}")
  @CsvSource({
    "customer,low,true,true",
    "customer,medium,true,true",
    "customer,high,true,false",
    "customer,'',true,false",
    "customer,unheard-of,true,false",
    "support,low,true,false",
    "auditor,low,true,false",
    "guest,low,false,false",
    "Customer,low,false,false",
    "'',low,false,false",
  })
  void theTableDecides(String role, String risk, boolean browse, boolean checkout) {
    Principal principal = principal(role, risk);
    assertThat(Action.BROWSE.refuse(principal).isEmpty()).isEqualTo(browse);
    assertThat(Action.CHECKOUT.refuse(principal).isEmpty()).isEqualTo(checkout);
  }

  @Test
  void oneOfSeveralRolesIsEnough() {
    Principal principal = Principal.newBuilder().addRoles("guest").addRoles("support").build();
    assertThat(Action.BROWSE.refuse(principal)).isEmpty();
  }

  @Test
  void aPrincipalWithoutRolesMayNothing() {
    assertThat(Action.BROWSE.refuse(Principal.getDefaultInstance()))
        .hasValue("browse needs the role auditor or customer or support");
    assertThat(Action.CHECKOUT.refuse(Principal.getDefaultInstance()))
        .hasValue("checkout needs the role customer");
  }
}
