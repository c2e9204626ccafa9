package io.meshgauge.product.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.topology.ProgramSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTableTest {
  @Test
  void everyProgramOfAProductHasARow() {
    List<String> names = ProgramTable.ALL.stream().map(ProgramSpec::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    for (Product product : Products.all()) {
      Variant plain = Variant.plain(product.descriptor().key());
      assertThat(names)
          .containsAll(product.descriptor().programs())
          .containsAll(product.requirements(plain, PlatformKind.LOCAL).programs());
    }
  }

  /** Prometheus prints its own version before that of Go. */
  @ParameterizedTest
  @CsvSource({
    "envoy, envoy  version: 27a5/1.40.0/Clean/RELEASE/BoringSSL, 27a5/1.40.0/Clean/RELEASE/BoringSSL",
    "haproxy, HAProxy version 2.8.25-1 2025/01/01, 2.8.25-1",
    "nginx, nginx version: nginx/1.22.1, 1.22.1",
    "traefik, Version:      3.6.12, 3.6.12",
    "caddy, v2.10.2 h1:abc=, v2.10.2",
    "iperf3, iperf 3.12 (cJSON 1.7.15), 3.12 (cJSON 1.7.15)",
    "prometheus, 'prometheus, version 2.42.0+ds (branch: debian) go version: go1.19.8', 2.42.0+ds",
    "prometheus, command not found, unknown"
  })
  void versionIsReadFromTheAnswer(String name, String answer, String version) {
    ProgramSpec spec =
        ProgramTable.ALL.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    assertThat(spec.version().in(answer)).isEqualTo(version);
  }
}
