package io.meshgauge.platform.local.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
  @TempDir Path root;

  @Test
  void limitOfVersionTwoIsFoundInAParentGroup() throws IOException {
    write("pod/cpu.max", "150000 100000");
    write("pod/app/cpu.max", "max 100000");
    write("pod/app/memory.max", "536870912");
    ControlGroup group = new ControlGroup(root, "0::/pod/app\n");

    assertThat(group.cpuLimit()).isEqualTo("1.50 cores");
    assertThat(group.memoryLimit()).isEqualTo("512 MiB");
  }

  @Test
  void limitOfVersionOneIsFoundByController() throws IOException {
    write("cpu,cpuacct/x/cpu.cfs_quota_us", "-1");
    write("cpu/x/cpu.cfs_quota_us", "50000");
    write("cpu/x/cpu.cfs_period_us", "100000");
    write("memory/memory.limit_in_bytes", "9223372036854771712");
    ControlGroup group = new ControlGroup(root, "3:cpu:/x\n4:memory:/\n");

    assertThat(group.cpuLimit()).isEqualTo("0.50 cores");
    assertThat(group.memoryLimit()).isEqualTo("none");
  }

  @Test
  void noLimitWithoutControlGroups() {
    ControlGroup group = new ControlGroup(root.resolve("absent"), "");

    assertThat(group.cpuLimit()).isEqualTo("none");
    assertThat(group.memoryLimit()).isEqualTo("none");
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text + "\n");
  }
}
