package io.meshgauge.probe.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.probe.ProbeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("rule-17")
class TcpProbeTest {
  private static final String SNMP =
      """
      Ip: Forwarding DefaultTTL
      Ip: 2 64
      Tcp: RtoAlgorithm MaxConn InSegs OutSegs RetransSegs InErrs
      Tcp: 1 -1 19909 %d %d 0
      """;
  private static final String DEV =
      """
      Inter-|   Receive                                                |  Transmit
       face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
          lo:%d      29    0    0    0     0          0         0     %d      29    0    0    0     0       0          0
        eth0: 722776861   19998    0    0    0     0          0         0  1930485   13833    0    0    0     0       0          0
      """;

  @TempDir Path proc;

  @Test
  void theGrowthBetweenTwoReadingsIsWhatTheWindowUsed() throws IOException {
    TcpProbe probe = record(13_738, 2, 3193);
    TcpProbe.Reading before = probe.read();
    record(20_000, 5, 10_003_193);

    TcpUse use = probe.read().since(before);

    assertThat(use).isEqualTo(new TcpUse(6262, 3, 10_000_000));
    assertThat(before.text()).contains("Tcp:", "lo:");
  }

  @Test
  void anUnknownDeviceAndAnotherSystemAreReportedInWords() throws IOException {
    record(1, 1, 1);

    assertThatThrownBy(() -> new TcpProbe(proc, "wlan7").read())
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("device 'wlan7'");
    assertThatThrownBy(() -> new TcpProbe(proc.resolve("absent"), "lo").read())
        .hasMessageContaining("Linux only");
  }

  private TcpProbe record(long out, long again, long bytes) throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(proc.resolve("net/snmp"), SNMP.formatted(out, again));
    Files.writeString(proc.resolve("net/dev"), DEV.formatted(7, bytes));
    return new TcpProbe(proc, "lo");
  }
}
