package io.meshgauge.probe.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.Vitals;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VitalsProbeTest {
  private final VitalsProbe probe = new VitalsProbe();

  @Test
  void socketsThatAProcessOpensAreCountedAmongItsFiles() throws IOException {
    Vitals before = own();
    List<ServerSocket> open = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      open.add(new ServerSocket(0));
    }
    Vitals after = own();
    for (ServerSocket socket : open) {
      socket.close();
    }

    assertThat(after.sockets()).isGreaterThanOrEqualTo(before.sockets() + 7);
    assertThat(after.files()).isGreaterThanOrEqualTo(before.files() + 7);
    assertThat(after.threads()).isPositive();
    assertThat(after.heapBytes()).isNull();
  }

  @Test
  void ofAProcessThatHasGoneNothingIsKnown() {
    Vitals gone =
        probe.read(List.of(new Target("gone", Part.APPLICATION, Integer.MAX_VALUE))).get(0);

    assertThat(gone.threads()).isNull();
    assertThat(gone.files()).isNull();
    assertThat(gone.sockets()).isNull();
  }

  private Vitals own() {
    long pid = ProcessHandle.current().pid();
    return probe.read(List.of(new Target("own", Part.APPLICATION, pid))).get(0);
  }
}
