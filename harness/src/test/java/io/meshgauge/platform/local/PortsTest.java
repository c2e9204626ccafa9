package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsTest {
  @TempDir Path locks;

  @Test
  void twoSuppliesNeverGiveTheSamePort() {
    Set<Integer> given = new HashSet<>();
    try (Ports one = new Ports(locks, 21_000);
        Ports other = new Ports(locks, 21_000)) {
      for (int i = 0; i < 150; i++) {
        assertThat(given.add(one.getAsInt())).isTrue();
        assertThat(given.add(other.getAsInt())).isTrue();
      }
    }
    assertThat(given).allMatch(port -> port >= 20_000 && port < 21_000);
  }

  @Test
  void aPortInUseIsPassedOver() throws IOException {
    int taken;
    try (Ports ports = new Ports(locks, 21_000)) {
      taken = ports.getAsInt();
    }
    try (ServerSocket occupied = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress());
        Ports ports = new Ports(locks, 21_000)) {
      assertThat(ports.getAsInt()).isGreaterThan(occupied.getLocalPort());
    }
  }

  @Test
  void aClosedSupplyGivesItsBlockBackAndAFullMachineIsSaidInWords() {
    try (Ports only = new Ports(locks, 20_100);
        Ports late = new Ports(locks, 20_100)) {
      only.getAsInt();
      assertThatThrownBy(late::getAsInt)
          .isInstanceOf(PlatformException.class)
          .hasMessageContaining("no free port from 20000 to 20099")
          .hasMessageContaining(locks.toString());
    }
    try (Ports later = new Ports(locks, 20_100)) {
      assertThat(later.getAsInt()).isBetween(20_000, 20_099);
    }
  }
}
