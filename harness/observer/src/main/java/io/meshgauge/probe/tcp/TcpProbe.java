package io.meshgauge.probe.tcp;

import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.probe.ProbeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A reader of this network namespace's TCP counters and of the bytes its loopback device has sent.
 *
 * <p>Sources: {@code /proc/net/snmp} ({@code OutSegs}, {@code RetransSegs}; RFC 4022) and {@code
 * /proc/net/dev}. The segments are those of all devices; during a run on this machine they are
 * almost all the loopback's.
 */
public final class TcpProbe {
  private final Path proc;
  private final String device;

  /** A probe of this machine and its loopback device. */
  public TcpProbe() {
    this(Path.of("/proc"), "lo");
  }

  TcpProbe(Path proc, String device) {
    this.proc = proc;
    this.device = device;
  }

  /**
   * The counters at one instant.
   *
   * @param segmentsOut segments sent
   * @param segmentsRetransmitted segments sent again
   * @param bytesOut sent by the device
   * @param text what they were read from, for the archive
   */
  public record Reading(long segmentsOut, long segmentsRetransmitted, long bytesOut, String text) {

    /** What was sent since an earlier reading. */
    public TcpUse since(Reading before) {
      return new TcpUse(
          segmentsOut - before.segmentsOut,
          segmentsRetransmitted - before.segmentsRetransmitted,
          bytesOut - before.bytesOut);
    }
  }

  /**
   * The counters of another network namespace, from what its kernel says.
   *
   * @param snmp text of {@code /proc/PID/net/snmp}
   * @param dev text of {@code /proc/PID/net/dev}
   * @param device whose bytes count, for example {@code eth0}
   * @throws ProbeException when they are not what was expected
   */
  public static Reading parse(String snmp, String dev, String device) {
    return new TcpProbe(Path.of("/proc/PID"), device).read(snmp, dev);
  }

  /**
   * Reads the counters now.
   *
   * @throws ProbeException when this system does not offer them
   */
  public Reading read() {
    return read(text("net/snmp"), text("net/dev"));
  }

  private Reading read(String snmp, String dev) {
    List<String[]> tcp =
        snmp.lines().filter(line -> line.startsWith("Tcp:")).map(l -> l.split("\\s+")).toList();
    if (tcp.size() != 2 || tcp.get(0).length != tcp.get(1).length) {
      throw unexpected("net/snmp", "a line of names and a line of values that start with 'Tcp:'");
    }
    return new Reading(
        value(tcp, "OutSegs"), value(tcp, "RetransSegs"), bytesOut(dev), snmp + "\n" + dev);
  }

  private long value(List<String[]> tcp, String name) {
    int column = Arrays.asList(tcp.get(0)).indexOf(name);
    if (column < 0) {
      throw unexpected("net/snmp", "a TCP counter " + name);
    }
    return Long.parseLong(tcp.get(1)[column]);
  }

  private long bytesOut(String dev) {
    for (String line : dev.lines().toList()) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).strip().equals(device)) {
        String[] columns = line.substring(colon + 1).strip().split("\\s+");
        if (columns.length == 16) {
          return Long.parseLong(columns[8]);
        }
      }
    }
    throw unexpected("net/dev", "a line of 16 counters for device '" + device + "'");
  }

  private String text(String file) {
    try {
      return Files.readString(proc.resolve(file));
    } catch (IOException e) {
      throw new ProbeException(
          "cannot read %s: %s; TCP counters are read on Linux only"
              .formatted(proc.resolve(file), e.getMessage()),
          e);
    }
  }

  private ProbeException unexpected(String file, String expected) {
    return new ProbeException("%s: expected %s".formatted(proc.resolve(file), expected));
  }
}
