package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.cli.Check.State;
import io.meshgauge.config.SampleHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalChecksTest {
  @TempDir Path folder;

  @BeforeEach
  void application() throws IOException {
    SampleHome.application(folder);
  }

  @Test
  void aGoodMachineWithEverythingBuiltIsFine() throws IOException {
    SampleHome.in(folder);
    for (String product : List.of("harness/target/lib", "jmeter-plans/target/worker/lib")) {
      Files.createDirectories(folder.resolve(product));
    }
    for (String service : List.of("gateway", "auth", "order", "payment", "logging")) {
      Path target =
          Files.createDirectories(folder.resolve("sample-services/" + service + "/target/app"));
      Files.writeString(target.resolve(service + ".jar"), "");
    }

    List<Check> checks = new LocalChecks(folder, machine(4, "2000", "8000000", "0.10")).checks();

    assertThat(checks).extracting(Check::state).containsOnly(State.OK);
  }

  @Test
  void theHarnessOfAReleaseIsInAFolderOfItsOwn() throws IOException {
    assertThat(harness()).isEqualTo(State.MISSING);

    Files.createDirectory(folder.resolve("lib"));

    assertThat(harness()).isEqualTo(State.OK);
  }

  private State harness() {
    return state("harness", machine(4, "2000", "8000000", "0.10"));
  }

  @Test
  void whatIsNotBuiltIsMissingAndNamed() {
    List<Check> checks = new LocalChecks(folder, machine(4, "2000", "8000000", "0.10")).checks();

    assertThat(checks)
        .filteredOn(check -> check.state() == State.MISSING)
        .extracting(Check::subject)
        .containsExactly("harness", "services", "load worker", "plans");
    assertThat(checks)
        .filteredOn(check -> check.subject().equals("services"))
        .singleElement()
        .satisfies(
            check -> {
              assertThat(check.found()).contains("gateway.jar").contains("logging.jar");
              assertThat(check.advice()).contains("./mvnw package");
            });
  }

  @Test
  void aPoorMachineGetsAdvice() {
    assertThat(state("packet capture", machine(4, "0", "8000000", "0.10"))).isEqualTo(State.POOR);
    assertThat(state("memory", machine(4, "2000", "2000000", "0.10"))).isEqualTo(State.POOR);
    assertThat(state("memory", machine(4, "2000", "500000", "0.10"))).isEqualTo(State.MISSING);
    assertThat(state("processor", machine(4, "2000", "8000000", "3.50"))).isEqualTo(State.POOR);
    assertThat(state("processor", machine(1, "2000", "8000000", "0.10"))).isEqualTo(State.POOR);
  }

  @Test
  void aSystemWithoutProcIsCheckedWithoutIt() {
    Machine elsewhere = new Machine("17", 8, List.of(), List.of(), List.of());

    assertThat(state("memory", elsewhere)).isEqualTo(State.POOR);
    assertThat(state("packet capture", elsewhere)).isEqualTo(State.POOR);
    assertThat(state("processor", elsewhere)).isEqualTo(State.OK);
  }

  private State state(String subject, Machine machine) {
    return new LocalChecks(folder, machine)
        .checks().stream()
            .filter(check -> check.subject().equals(subject))
            .map(Check::state)
            .findFirst()
            .orElseThrow();
  }

  private static Machine machine(int cores, String capabilities, String freeKib, String load) {
    return new Machine(
        "17.0.1",
        cores,
        List.of("Name:\tjava", "CapEff:\t000000000000" + capabilities),
        List.of("MemTotal: 16000000 kB", "MemAvailable:   " + freeKib + " kB"),
        List.of(load + " 0.20 0.30 1/200 4242"));
  }
}
