package io.meshgauge.platform.local.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortsTest {
  /** Outside of the range of harnesses that run at the same time. */
  private static final int FIRST = 15_000;

  @Test
  void twoAllocatorsNeverGiveTheSamePort() {
    Set<Integer> given = new HashSet<>();
    try (Ports one = new Ports(FIRST, FIRST + 1000);
        Ports other = new Ports(FIRST, FIRST + 1000)) {
      for (int i = 0; i < 150; i++) {
        assertThat(given.add(one.getAsInt())).isTrue();
        assertThat(given.add(other.getAsInt())).isTrue();
      }
    }
    assertThat(given).allMatch(port -> port > FIRST && port < FIRST + 1000);
  }

  @Test
  void usedPortIsSkipped() throws IOException {
    try (Ports ports = new Ports(FIRST, FIRST + 1000)) {
      int before = ports.getAsInt();
      try (ServerSocket occupied =
          new ServerSocket(before + 1, 1, InetAddress.getLoopbackAddress())) {
        assertThat(ports.getAsInt()).isGreaterThan(occupied.getLocalPort());
      }
    }
  }

  @Test
  void closedAllocatorReleasesItsBlockAndAFullMachineIsReported() {
    try (Ports only = new Ports(FIRST, FIRST + 100);
        Ports late = new Ports(FIRST, FIRST + 100)) {
      only.getAsInt();
      assertThatThrownBy(late::getAsInt)
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("no free port from 15000 to 15099")
          .hasMessageContaining("end other harnesses");
    }
    try (Ports later = new Ports(FIRST, FIRST + 100)) {
      assertThat(later.getAsInt()).isBetween(FIRST, FIRST + 99);
    }
  }
}
