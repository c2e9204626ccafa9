package io.meshgauge.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.Cipher;
import io.meshgauge.topology.connection.Connections;
import io.meshgauge.topology.connection.KeyExchange;
import io.meshgauge.topology.connection.TlsVersion;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import io.meshgauge.topology.routing.Canary;
import io.meshgauge.topology.routing.ConfigurationSize;
import io.meshgauge.topology.routing.Injection;
import io.meshgauge.topology.routing.Routing;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Traffic settings of a variant and the rules that result. */
class TrafficSettingsTest {
  @Test
  void variantWithoutSettingsHasDefaults() {
    assertThat(TrafficSettings.of(Variant.plain("envoy"))).isEqualTo(Traffic.AS_USUAL);
    assertThat(Traffic.AS_USUAL.any()).isFalse();
  }

  @Test
  void everySettingIsRead() {
    Traffic traffic =
        TrafficSettings.of(
            SampleVariants.of(
                "envoy retries=4 retry-on=5xx request-timeout=2s rate-limit=30 circuit-breaker=8"
                    + " concurrent-retries=1 connection-lifetime=10 http2-upgrade=on tls-resumption=off tls-version=1.2"
                    + " key-exchange=x25519mlkem768 certificate-key=rsa-2048"
                    + " tls-cipher=aes-128-gcm canary=10% canary-service=payment"
                    + " inject-delay=10ms+5% inject-abort=503+1% inject-service=auth"
                    + " synthetic-services=1000 synthetic-routes=20"
                    + " arm-fault=half-configured:order"));

    assertThat(traffic)
        .isEqualTo(
            new Traffic(
                Optional.of(new Retries(4, true)),
                Optional.of(Duration.ofSeconds(2)),
                Optional.of(30),
                Optional.of(8),
                Optional.of(1),
                Optional.empty(),
                new Connections(
                    Optional.of(10),
                    Optional.of(false),
                    Optional.of(TlsVersion.V1_2),
                    Optional.of(KeyExchange.X25519_ML_KEM_768),
                    Optional.of(CertificateKey.RSA_2048),
                    Optional.of(Cipher.AES_128_GCM),
                    true),
                new Routing(
                    Optional.of(new Canary(Optional.of("payment"), 10)),
                    Optional.of(
                        new Injection(
                            Optional.of("auth"),
                            Optional.of(new Injection.Delay(Duration.ofMillis(10), 5)),
                            Optional.of(new Injection.Abort(503, 1)))),
                    new ConfigurationSize(1000, 20, Optional.of("order")))));
    assertThat(traffic.answers()).isTrue();
  }

  @Test
  void retryConditionAloneKeepsTheDefaultNumber() {
    assertThat(TrafficSettings.of(SampleVariants.of("envoy retry-on=5xx")).retries())
        .contains(new Retries(2, true));
    assertThat(TrafficSettings.of(SampleVariants.of("envoy retries=off")).retries())
        .contains(new Retries(0, false));
  }
}
