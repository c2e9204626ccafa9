package io.meshgauge.platform.local.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.limit.Limit;
import io.meshgauge.measure.limit.Limits;
import io.meshgauge.measure.use.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With folders in the place of the kernel's, whose files have to be there before. */
class LimitGroupsTest {
  private static final Limit CPU = new Limit(OptionalDouble.of(0.25), OptionalLong.empty());

  @TempDir Path root;

  @Test
  void setsTheQuotaOfVersionOneBelowTheHarnessOwnGroup() throws IOException {
    Files.createDirectories(root.resolve("cpu/box"));
    LimitGroups groups = groups("1:cpu:/box\n0::/\n");

    LimitGroup group = groups.group("order", CPU);

    Path folder = group.paths().get(0);
    assertThat(folder.getParent().getParent()).isEqualTo(root.resolve("cpu/box"));
    files(folder, "cpu.cfs_period_us", "cpu.cfs_quota_us");
    group.create();
    assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("25000");
    assertThat(folder.resolve("cpu.cfs_period_us")).hasContent("100000");
  }

  @Test
  void setsTheLimitsOfVersionTwoBelowTheFirstGroupThatCanHaveThem() throws IOException {
    Files.createDirectories(root.resolve("app.slice/run.scope"));
    files(root, "cgroup.controllers", "cgroup.subtree_control");
    Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu memory\n");
    Path slice = root.resolve("app.slice");
    Files.writeString(slice.resolve("cgroup.subtree_control"), "cpu memory\n");
    LimitGroups groups = groups("0::/app.slice/run.scope\n");
    Path own = slice.resolve(name(ProcessHandle.current()));
    files(own, "cgroup.subtree_control");

    Limit both = new Limit(OptionalDouble.of(1.5), OptionalLong.of(64L << 20));
    LimitGroup group = groups.group("order-proxy", both);

    assertThat(group.paths()).containsExactly(own.resolve("order-proxy-1"));
    files(own.resolve("order-proxy-1"), "cpu.max", "memory.max", "memory.swap.max");
    group.create();
    assertThat(own.resolve("order-proxy-1/cpu.max")).hasContent("150000 100000");
    assertThat(own.resolve("order-proxy-1/memory.max")).hasContent("67108864");
    assertThat(own.resolve("order-proxy-1/memory.swap.max")).hasContent("0");
  }

  @Test
  void processesOfSeveralArmsHaveGroupsOfTheirOwn() throws IOException {
    Files.createDirectories(root.resolve("cpu"));
    LimitGroups groups = groups("1:cpu:/\n");

    assertThat(groups.group("order", CPU).paths()).isNotEqualTo(groups.group("order", CPU).paths());
  }

  @Test
  void refusesWithTheReasonAndTheWayOut() {
    assertThat(groups("1:cpu:/\n").problem(CPU).orElseThrow())
        .contains("no controller 'cpu' below " + root)
        .contains("systemd-run --user --scope")
        .contains("remove the settings cpu-limit");
    assertThat(groups("").problem(Limit.NONE)).isEmpty();
  }

  @Test
  void removesWhatDeadHarnessesLeft() throws IOException {
    Path dead = root.resolve("cpu/meshgauge-4194304-1/order");
    Path alive = root.resolve("cpu").resolve(name(ProcessHandle.current().parent().orElseThrow()));
    Path other = root.resolve("cpu/meshgauge-notes");
    for (Path folder : new Path[] {dead, alive, other}) {
      Files.createDirectories(folder);
    }

    LimitGroups groups = groups("1:cpu:/\n");
    groups.group("order", CPU);

    assertThat(dead.getParent()).doesNotExist();
    assertThat(alive).exists();
    assertThat(other).exists();
    groups.close();
    assertThat(root.resolve("cpu").resolve(name(ProcessHandle.current()))).doesNotExist();
  }

  @Test
  void leavesOneProcessWithoutItsLimitOnPurpose() throws IOException {
    Files.createDirectories(root.resolve("cpu"));
    Limits limits = Limits.of(Map.of("cpu-limit", "250m"), Optional.of("order"));
    Confinement confinement = new Confinement(groups("1:cpu:/\n"), limits);

    assertThat(confinement.group(Part.APPLICATION, "order")).isEmpty();
    assertThat(confinement.group(Part.APPLICATION, "gateway")).isPresent();
    assertThat(confinement.group(Part.DATA_PLANE, "gateway-proxy")).isEmpty();
  }

  private LimitGroups groups(String membership) {
    return new LimitGroups(root, membership, ProcessHandle.current());
  }

  private static String name(ProcessHandle process) {
    return "meshgauge-%d-%d"
        .formatted(process.pid(), process.info().startInstant().orElseThrow().toEpochMilli());
  }

  private static void files(Path folder, String... names) throws IOException {
    Files.createDirectories(folder);
    for (String name : names) {
      Files.createFile(folder.resolve(name));
    }
  }
}
