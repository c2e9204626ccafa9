package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.FakeMesh;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  @TempDir Path folder;

  @Test
  void armsStandTogetherWhereTheMemoryCarriesThem() throws IOException {
    ExperimentFile file = file("4");

    assertThat(machine("MemAvailable:   3200000 kB").fit(file)).isEqualTo(file);
    assertThat(new Machine("17", 4, List.of(), List.of(), List.of()).fit(file)).isEqualTo(file);
  }

  @Test
  void littleMemoryMeansOneArmAfterTheOther() throws IOException {
    ExperimentFile fitted = machine("MemAvailable:   2000000 kB").fit(file("4"));

    assertThat(fitted.experiment().protocol().windows()).isEmpty();
    assertThat(fitted.notes())
        .last()
        .asString()
        .isEqualTo(
            "All 3 arms at once take about 3 GiB, and 1.9 GiB are available: one arm is deployed"
                + " after the other, and each is measured in one window.");
    assertThat(machine("MemAvailable:   2000000 kB").fit(file("1"))).isEqualTo(file("1"));
  }

  private ExperimentFile file(String windows) throws IOException {
    return new Configuration(SampleHome.in(folder), FakeMesh.all())
        .profile("istio-mtls", Overrides.NONE.and(Map.of("windows", windows)));
  }

  private static Machine machine(String memory) {
    return new Machine("17", 4, List.of(), List.of("MemTotal: 16000000 kB", memory), List.of());
  }
}
