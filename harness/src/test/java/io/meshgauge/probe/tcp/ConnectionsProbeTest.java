package io.meshgauge.probe.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.tcp.ConnectionsProbe.End;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionsProbeTest {
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

  @TempDir Path proc;

  @Test
  void establishedConnectionsAreReadOfBothKindsOfSockets() throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net/tcp"),
        HEAD
            + "  10: 0100007F:7218 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 3967701 1 000000002ae9469a 100 0 0 10 0\n"
            + "  30: 0100007F:DF40 0A00040A:1F90 01 00000000:00000000 02:00000276 00000000     0        0 3970766 2 00000000ceb5856e 20 4 0 15 -1\n"
            + "  31: 0100007F:DF41 0100007F:1F90 06 00000000:00000000 02:00000276 00000000     0        0 0 2 00000000ceb5856e 20 4 0 15 -1\n");
    Files.writeString(
        proc.resolve("net/tcp6"),
        HEAD
            + "   8: 0000000000000000FFFF00000100007F:7215 0000000000000000FFFF00000100007F:DAD0 01 00000000:00000000 00:00000000 00000000     0        0 3971549 2 00000000ff15a97b 21 4 1 112 -1\n"
            + "   9: 00000000000000000000000001000000:7214 00000000000000000000000001000000:84BC 01 00000000:00000000 00:00000000 00000000     0        0 3969958 1 00000000178b839e 20 4 31 12 -1\n");

    assertThat(new ConnectionsProbe(proc, ByteOrder.LITTLE_ENDIAN).read())
        .containsExactly(
            new End(new Address("127.0.0.1", 57_152), new Address("10.4.0.10", 8_080), 3_970_766),
            new End(new Address("127.0.0.1", 29_205), new Address("127.0.0.1", 56_016), 3_971_549));
  }

  @Test
  void anotherSystemIsReportedInWords() {
    assertThatThrownBy(() -> new ConnectionsProbe(proc, ByteOrder.nativeOrder()).read())
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("net/tcp", "on Linux only");
  }

  @Test
  void aRealConnectionHasTwoEndsAndAnOwner() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")));
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      Address front = Address.loopback(server.getLocalPort());
      Address back = Address.loopback(client.getLocalPort());
      ConnectionsProbe probe = new ConnectionsProbe();

      assertThat(accepted.getPort()).isEqualTo(back.port());
      assertThat(probe.read())
          .filteredOn(it -> it.local().equals(front) || it.remote().equals(front))
          .hasSize(2)
          .allMatch(it -> it.local().equals(back) || it.remote().equals(back))
          .allMatch(it -> probe.socketsOf(ProcessHandle.current().pid()).contains(it.socket()));
    }
  }

  @Test
  void aProcessThatHasEndedHasNoSockets() {
    assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")));
    assertThat(new ConnectionsProbe().socketsOf(Integer.MAX_VALUE)).isEmpty();
  }
}
