package io.meshgauge.product.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.probe.ProbeException;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvoyCertificatesTest {
  @Test
  void onlyTheLeafOfEachChainIsRead() {
    String page =
        """
        {"certificates": [
          {"ca_cert": [{"serial_number": "7f"}], "cert_chain": [{"serial_number": "0a10"}, {"serial_number": "7f"}]},
          {"ca_cert": [{"serial_number": "7f"}], "cert_chain": [{"serial_number": "a10"}]},
          {"ca_cert": [{"serial_number": "7f"}], "cert_chain": []}
        ]}
        """;

    assertThat(EnvoyCertificates.parse(page)).containsExactly(BigInteger.valueOf(0xa10));
  }

  @Test
  void twoSerialNumbersWhileAReplacementIsIncomplete() {
    String page =
        """
        {"certificates": [
          {"cert_chain": [{"serial_number": "1"}]}, {"cert_chain": [{"serial_number": "2"}]}
        ]}
        """;

    assertThat(EnvoyCertificates.parse(page)).containsExactly(BigInteger.ONE, BigInteger.TWO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "{\"certificates\": [{\"cert_chain\": [{}]}]}",
        "{\"certificates\": [{\"cert_chain\": [{\"serial_number\": \"x\"}]}]}"
      })
  void invalidPageIsRefused(String page) {
    assertThatThrownBy(() -> EnvoyCertificates.parse(page))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("not Envoy's page of certificates");
  }
}
