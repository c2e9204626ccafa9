package io.meshgauge.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.measure.use.ContainerTotals;
import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.measure.use.MachineUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeFilesTest {
  private static final String ID =
      "4f1e0c2d3b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";
  private static final String OTHER = ID.replace('4', '5');

  @TempDir Path proc;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4:memory:/kubepods/burstable/pod0a/%s\n1:cpu:/kubepods/burstable/pod0a/%<s\n",
        "3:cpu,cpuacct:/kubepods.slice/kubepods-pod0a.slice/cri-containerd-%s.scope\n",
        "0::/kubepods/besteffort/pod0a/%s\n",
        "0::/../../kubepods.slice/kubepods-pod0a.slice/crio-%s.scope\n"
      })
  void networkOfAPodIsFoundByAnyOfItsContainers(String groups) throws IOException {
    process(7, "0::/init.scope\n", "host");
    process(300, groups.formatted(OTHER), "other");
    process(4_321, groups.formatted(ID), "wanted");
    process(4_322, groups.formatted(ID), "wanted");
    Files.createDirectories(proc.resolve("self"));

    Map<String, NetText> found =
        new NodeFiles(proc).tcp(Map.of("order", "containerd://" + ID, "auth", OTHER));

    assertThat(found)
        .isEqualTo(
            Map.of(
                "order", new NetText("snmp of wanted\n", "dev of wanted\n"),
                "auth", new NetText("snmp of other\n", "dev of other\n")));
    assertThat(found.get("order").text()).isEqualTo("snmp of wanted\n\ndev of wanted\n");
  }

  @Test
  void totalsOfAContainerAreTheSumOverItsProcesses() throws IOException {
    process(7, "0::/init.scope\n", "host");
    process(300, "0::/kubepods/pod0a/%s\n".formatted(ID), "wanted");
    process(301, "0::/kubepods/pod0a/%s\n".formatted(ID), "wanted");
    used(300, "java (x) y", "110 40 30 20", 2_048);
    used(301, "envoy", "1 2 3 4", 1_024);

    Map<String, ContainerTotals> totals =
        new NodeFiles(proc).totals(Map.of("order", "containerd://" + ID, "auth", OTHER));

    assertThat(totals).isEqualTo(Map.of("order", new ContainerTotals(2.1, 3_072 * 1_024.0)));
    assertThat(
            Messages.read(Messages.write(new TotalsAnswer(totals)), TotalsAnswer.class)
                .containers())
        .isEqualTo(totals);
  }

  private void used(int pid, String name, String times, int kibibytes) throws IOException {
    Path folder = proc.resolve(Integer.toString(pid));
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) S 1 2 3 4 5 6 7 8 9 10 %s 20 0 9\n".formatted(pid, name, times));
    Files.writeString(
        folder.resolve("status"), "Name:\t%s\nVmRSS:\t   %d kB\n".formatted(name, kibibytes));
  }

  @Test
  void podWithoutAProcessIsNamed() throws IOException {
    process(7, "0::/init.scope\n", "host");
    assertThatThrownBy(() -> new NodeFiles(proc).tcp(Map.of("order", ID)))
        .isInstanceOf(ObserverException.class)
        .hasMessageContaining("(order)")
        .hasMessageContaining("process namespace");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "containerd://", "order", "abc", "0"})
  void invalidContainerIdIsRefused(String id) {
    assertThatThrownBy(() -> new NodeFiles(proc).tcp(Map.of("order", id)))
        .hasMessageContaining("12 to 64 hexadecimal digits");
  }

  @Test
  void sharesAreComputedFromTickDifferences() throws IOException {
    Files.createDirectories(proc.resolve("self"));
    String own = "9 (java) S 1 9 9 0 -1 4194560 9 0 0 0 %d %d 0 0 20 0 9 0 1 1 1\n";
    Files.writeString(proc.resolve("self/stat"), own.formatted(20, 10));
    Files.writeString(proc.resolve("stat"), "cpu  100 0 50 800 10 0 0 5 40 0\ncpu0 1\n");
    MachineTicks before = new NodeFiles(proc).machine();
    Files.writeString(proc.resolve("stat"), "cpu  130 5 60 840 15 3 2 10 90 0\ncpu0 1\n");
    Files.writeString(proc.resolve("self/stat"), own.formatted(25, 15));
    MachineTicks after = new NodeFiles(proc).machine();
    assertThat(after.since(before)).isEqualTo(new MachineUse(0.5, 0.05, 0.35, List.of()));
    assertThat(Messages.read(Messages.write(before), MachineTicks.class)).isEqualTo(before);
  }

  private void process(int pid, String groups, String network) throws IOException {
    Path folder = proc.resolve(Integer.toString(pid));
    Files.createDirectories(folder.resolve("net"));
    Files.writeString(folder.resolve("cgroup"), groups);
    Files.writeString(folder.resolve("net/snmp"), "snmp of " + network + "\n");
    Files.writeString(folder.resolve("net/dev"), "dev of " + network + "\n");
  }
}
