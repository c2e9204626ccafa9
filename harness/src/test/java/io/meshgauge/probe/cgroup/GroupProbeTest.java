package io.meshgauge.probe.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.limit.GroupReading;
import io.meshgauge.measure.limit.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as Linux 6.18 (version 1) and 6.8 (version 2) show them. */
class GroupProbeTest {
  private static final long PID = 4711;

  @TempDir Path folder;

  @Test
  void readsVersionOne() throws IOException {
    write("proc/4711/cgroup", "4:memory:/box/order\n2:cpuacct:/\n1:cpu,cpuset:/box/order\n0::/\n");
    write("cgroup/cpu/box/order/cpu.cfs_quota_us", "25000\n");
    write("cgroup/cpu/box/order/cpu.cfs_period_us", "100000\n");
    write(
        "cgroup/cpu/box/order/cpu.stat",
        "nr_periods 412\nnr_throttled 57\nthrottled_time 2310456789\nnr_bursts 0\nburst_time 0\n");
    write("cgroup/memory/box/order/memory.limit_in_bytes", "268435456\n");
    write(
        "cgroup/memory/box/order/memory.oom_control",
        "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");

    GroupReading reading = read();

    assertThat(reading.limit().words()).isEqualTo("0.25 cores, 256 MiB");
    assertThat(reading.periods()).isEqualTo(412);
    assertThat(reading.throttled()).isEqualTo(57);
    assertThat(reading.throttledSeconds()).isEqualTo(2.310456789);
    assertThat(reading.outOfMemory()).isEqualTo(2);
  }

  @Test
  void readsVersionOneWithoutLimits() throws IOException {
    write("proc/4711/cgroup", "4:memory:/\n1:cpu:/\n");
    write("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    write("cgroup/cpu/cpu.cfs_period_us", "100000\n");
    write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

    assertThat(read().limit()).isEqualTo(Limit.NONE);
  }

  @Test
  void readsVersionTwo() throws IOException {
    write("proc/4711/cgroup", "0::/user.slice/app.slice/meshgauge-1-2/order\n");
    write("cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
    String group = "cgroup/user.slice/app.slice/meshgauge-1-2/order/";
    write(group + "cpu.max", "50000 100000\n");
    write(
        group + "cpu.stat",
        "usage_usec 12345678\nuser_usec 9345678\nsystem_usec 3000000\nnr_periods 300\n"
            + "nr_throttled 12\nthrottled_usec 1500000\nnr_bursts 0\nburst_usec 0\n");
    write(group + "memory.max", "max\n");
    write(group + "memory.events", "low 0\nhigh 0\nmax 7\noom 1\noom_kill 1\noom_group_kill 0\n");

    GroupReading reading = read();

    assertThat(reading.limit().words()).isEqualTo("0.5 cores");
    assertThat(reading.periods()).isEqualTo(300);
    assertThat(reading.throttled()).isEqualTo(12);
    assertThat(reading.throttledSeconds()).isEqualTo(1.5);
    assertThat(reading.outOfMemory()).isEqualTo(1);
  }

  @Test
  void readsNothingOfAProcessThatHasEnded() {
    assertThat(new GroupProbe(folder.resolve("proc"), folder.resolve("cgroup")).read(PID))
        .isEmpty();
  }

  private GroupReading read() {
    return new GroupProbe(folder.resolve("proc"), folder.resolve("cgroup")).read(PID).orElseThrow();
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
