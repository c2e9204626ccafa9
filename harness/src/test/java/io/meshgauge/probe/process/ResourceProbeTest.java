package io.meshgauge.probe.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.MachineUse.ProcessUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.probe.ProbeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("rule-16")
class ResourceProbeTest {
  private static final Target ORDER = new Target("order", Part.APPLICATION, 42);

  @TempDir Path proc;

  private ProcFiles files;

  @BeforeEach
  void recordAMachine() throws IOException {
    files = new ProcFiles(proc, 100);
    write("stat", "cpu  1000 10 500 8000 90 20 30 50 0 0\ncpu0 1 2 3\n");
    process("(order (main) )", 120, 30, 1800);
  }

  @Test
  void cpuIsTheGrowthOfUserAndSystemTimeWhateverTheProgramIsCalled() throws IOException {
    ResourceWatch watch = probe().start(List.of(ORDER));
    process("(a) b (c", 220, 80, 3848);
    write("stat", "cpu  1100 10 600 8150 100 20 30 90 0 0\n");
    ResourceProbe.Reading reading = watch.finish();

    ResourceUse use = reading.uses().get(0);
    assertThat(use.container()).isEqualTo("order");
    assertThat(use.cpuSeconds()).isEqualTo(1.5);
    assertThat(use.memoryPeakBytes()).isEqualTo(4096 * 1024);
    assertThat(use.memoryMeanBytes()).isEqualTo(3072 * 1024);
    assertThat(use.anonymousBytes()).isEqualTo((1800 + 3848) / 2.0 * 1024);
    assertThat(use.residentBytes()).isEqualTo((3848 + 507) * 1024.0);
    assertThat(reading.machine().busy()).isCloseTo(0.5, within(1e-9));
    assertThat(reading.machine().stolen()).isCloseTo(0.1, within(1e-9));
    assertThat(reading.gone()).isEmpty();
    assertThat(reading.textBefore())
        .contains("container_cpu_usage_seconds_total{container=\"order\"} 1.5\n")
        .doesNotContain("working_set");
    assertThat(reading.textAfter())
        .contains("container_cpu_usage_seconds_total{container=\"order\"} 3.0\n")
        .contains("container_memory_working_set_bytes{container=\"order\"} 4194304.0\n")
        .contains("container_memory_rss{container=\"order\"} 3940352.0\n");
  }

  @Test
  void whatOtherProcessesUseIsForeignAndTheBusiestAreNamed() throws IOException {
    stat(50, "make", 1, 1000, 0);
    stat(51, "idle", 1, 5, 0);
    stat(43, "order-worker", 42, 10, 0);
    ResourceWatch watch = probe().start(List.of(ORDER));
    // The machine did 400 ticks in the window: 60 of the workload and its child, 20 interrupts.
    process("(order (main) )", 150, 30, 1800);
    stat(43, "order-worker", 42, 40, 0);
    stat(50, "make", 1, 1010, 250);
    stat(52, "cc1", 50, 30, 0);
    write("stat", "cpu  1300 10 580 8590 90 20 50 60 0 0\n");
    MachineUse machine = watch.finish().machine();

    assertThat(machine.foreign()).isCloseTo(0.32, within(1e-9));
    assertThat(machine.busiest()).extracting(ProcessUse::command).containsExactly("make", "cc1");
    assertThat(machine.busiest().get(0).pid()).isEqualTo(50);
  }

  /** What a daemon has used since the boot is not what its parent used in the window. */
  @Test
  void theLifeOfAProcessThatEndsInTheWindowIsNotItsParentsUse() throws IOException {
    stat(50, "init", 1, 10, 0);
    stat(51, "daemon", 50, 70_000, 0);
    stat(52, "helper", 51, 20_000, 0);
    ResourceWatch watch = probe().start(List.of(ORDER));
    Files.delete(proc.resolve("51/stat"));
    Files.delete(proc.resolve("52/stat"));
    stat(50, "init", 1, 12, 90_000);

    assertThat(watch.finish().machine().busiest())
        .allSatisfy(use -> assertThat(use.command()).isNotEqualTo("daemon"))
        .filteredOn(use -> use.cores() > 1000)
        .isEmpty();
  }

  @Test
  void withoutTheProportionalSizeAllCommonPagesAreTaken() throws IOException {
    assertThat(files.sharedBytes(42)).hasValue(248 * 1024);
    Files.delete(proc.resolve("42/smaps_rollup"));
    assertThat(files.sharedBytes(42)).hasValue(507 * 1024);
  }

  @Test
  void aProcessThatEndsWithinTheWindowIsNamed() throws IOException {
    ResourceWatch watch = probe().start(List.of(ORDER));
    Files.delete(proc.resolve("42/stat"));
    Files.delete(proc.resolve("42/status"));

    assertThat(watch.finish().gone()).containsExactly("order");
  }

  @Test
  void aProcessThatIsNotThereAtTheStartIsAnError() {
    Target absent = new Target("ghost", Part.DATA_PLANE, 7);

    assertThatThrownBy(() -> probe().start(List.of(absent)))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("ghost: no process 7");
  }

  @Test
  void aSystemWithoutTheseFilesIsReportedInWords() {
    ProcFiles none = new ProcFiles(proc.resolve("absent"), 100);

    assertThatThrownBy(none::machine)
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("Linux only");
  }

  private ResourceProbe probe() {
    return new ResourceProbe(files, Duration.ofHours(1), Thread::new);
  }

  private void stat(int pid, String name, int parent, int utime, int childrens) throws IOException {
    write(
        pid + "/stat",
        "%d (%s) S %d 42 42 0 -1 4194560 9 0 0 0 %d 0 %d 0 20 0 9 0 1 1 1\n"
            .formatted(pid, name, parent, utime, childrens));
  }

  private void process(String name, int utime, int stime, int anon) throws IOException {
    String fields = " S 1 42 42 0 -1 4194560 9 0 0 0 %d %d 0 0 20 0 9 0 1 1 1\n";
    write("42/stat", "42 " + name + ")" + fields.formatted(utime, stime));
    write(
        "42/status",
        "Name:\tx\nVmRSS:\t %d kB\nRssAnon:\t %d kB\nRssFile:\t 500 kB\nRssShmem:\t 7 kB\n"
            .formatted(anon + 507, anon));
    write(
        "42/smaps_rollup",
        "Rss: 9 kB\nPss:   %d kB\nPss_Dirty: 3 kB\nPss_Anon:  %d kB\n".formatted(anon + 248, anon));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(proc.resolve(file).getParent());
    Files.writeString(proc.resolve(file), text);
  }
}
