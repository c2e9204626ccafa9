package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UplinksTest {
  private static final String ROUTES =
      String.join(
          "\n",
          "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT",
          route("eth0", 0x00000000, 0x00000000),
          route("eth1", 0xac120000, 0xffff0000),
          route("cilium_host", 0x0af40000, 0xffff0000));

  @TempDir Path devices;

  @Test
  void theDeviceOfTheLongestPrefixLeadsToANode() throws IOException {
    device("eth0", 3, false);
    device("eth1", 4, false);
    device("cilium_host", 5, false);
    device("lxc1", 6, false);

    assertThat(Uplinks.towards(List.of("172.18.0.3"), ROUTES, devices))
        .containsExactlyEntriesOf(java.util.Map.of("eth1", 4));
    assertThat(Uplinks.towards(List.of("172.18.0.3", "192.168.7.1"), ROUTES, devices))
        .containsOnlyKeys("eth0", "eth1");
  }

  @Test
  void hardwareIsLookedAtAsWellWhateverTheRoutesSay() throws IOException {
    device("eth0", 3, false);
    device("eth1", 4, false);
    device("ens6", 7, true);

    assertThat(Uplinks.towards(List.of("172.18.0.3"), ROUTES, devices))
        .containsOnlyKeys("ens6", "eth1");
  }

  @Test
  void whereNothingLeadsThereIsSaid() {
    assertThatThrownBy(() -> Uplinks.towards(List.of("172.18.0.3"), "Iface\n", devices))
        .hasMessageContaining("172.18.0.3");
  }

  private void device(String name, int index, boolean hardware) throws IOException {
    Path folder = Files.createDirectories(devices.resolve(name));
    Files.writeString(folder.resolve("ifindex"), index + "\n");
    if (hardware) {
      Files.createDirectories(folder.resolve("device"));
    }
  }

  /** As the kernel prints it: the number that the bytes of an address are on this machine. */
  private static String route(String device, int network, int mask) {
    return "%s %08X 00000000 0003 0 0 0 %08X 0 0 0"
        .formatted(device, native32(network), native32(mask));
  }

  private static int native32(int number) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        ? Integer.reverseBytes(number)
        : number;
  }
}
