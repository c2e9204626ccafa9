package io.meshgauge.probe.tcp;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A reader of the TCP connections that are open on this machine, and of whose they are.
 *
 * <p>Sources: {@code /proc/net/tcp} and {@code tcp6} (a Java program's sockets are IPv6 ones that
 * carry IPv4), and the links in {@code /proc/PID/fd}. Of a connection between two programs of this
 * machine there are two lines, one for each end.
 */
public final class ConnectionsProbe {
  private static final String ESTABLISHED = "01";

  /** How an IPv4 address begins that stands in an IPv6 socket. */
  private static final String MAPPED = "0000000000000000(?:FFFF0000|0000FFFF)";

  private static final Pattern LINE =
      Pattern.compile(
          "\\s*\\d+: (?:%1$s)?([0-9A-F]{8}):([0-9A-F]{4}) (?:%1$s)?([0-9A-F]{8}):([0-9A-F]{4}) (\\w\\w) (?:\\S+\\s+){5}(\\d+).*"
              .formatted(MAPPED));

  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)\\]");

  private final Path proc;
  private final ByteOrder order;

  /** A probe of this machine. */
  public ConnectionsProbe() {
    this(Path.of("/proc"), ByteOrder.nativeOrder());
  }

  ConnectionsProbe(Path proc, ByteOrder order) {
    this.proc = proc;
    this.order = order;
  }

  /**
   * One end of a connection over IPv4.
   *
   * @param local its own address
   * @param remote the other end's
   * @param socket the number of its socket, which {@link #socketsOf} tells the owner of
   */
  public record End(Address local, Address remote, long socket) {}

  /**
   * Both ends of all connections that are established now.
   *
   * @throws ProbeException when this system does not tell
   */
  public List<End> read() {
    List<End> all = new ArrayList<>();
    for (String file : List.of("net/tcp", "net/tcp6")) {
      lines(file).stream().map(this::end).flatMap(Optional::stream).forEach(all::add);
    }
    return List.copyOf(all);
  }

  /**
   * The numbers of the sockets that a process has open; none of one that has ended.
   *
   * @throws ProbeException when the process belongs to another user
   */
  public Set<Long> socketsOf(long pid) {
    Path folder = proc.resolve(Long.toString(pid)).resolve("fd");
    Set<Long> sockets = new HashSet<>();
    try (Stream<Path> links = Files.list(folder)) {
      for (Path link : links.toList()) {
        socket(link).ifPresent(sockets::add);
      }
    } catch (NoSuchFileException ended) {
      return Set.of();
    } catch (IOException e) {
      throw new ProbeException(
          "cannot read %s: %s; the owner of a connection is known for your own processes only"
              .formatted(folder, e.getMessage()),
          e);
    }
    return sockets;
  }

  private static Optional<Long> socket(Path link) {
    try {
      Matcher found = SOCKET.matcher(Files.readSymbolicLink(link).toString());
      return found.matches() ? Optional.of(Long.valueOf(found.group(1))) : Optional.empty();
    } catch (IOException closed) {
      // It was closed after the folder was listed.
      return Optional.empty();
    }
  }

  private Optional<End> end(String line) {
    Matcher found = LINE.matcher(line);
    return found.matches() && found.group(5).equals(ESTABLISHED)
        ? Optional.of(
            new End(
                address(found.group(1), found.group(2)),
                address(found.group(3), found.group(4)),
                Long.parseLong(found.group(6))))
        : Optional.empty();
  }

  /** The kernel prints the four bytes as a number of its own byte order. */
  private Address address(String host, String port) {
    int bits = Integer.parseUnsignedInt(host, 16);
    int big = order == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(bits) : bits;
    return new Address(
        "%d.%d.%d.%d".formatted(big >>> 24, big >>> 16 & 255, big >>> 8 & 255, big & 255),
        Integer.parseInt(port, 16));
  }

  private List<String> lines(String file) {
    try {
      return Files.readAllLines(proc.resolve(file));
    } catch (NoSuchFileException e) {
      if (file.endsWith("6")) {
        // A machine without IPv6.
        return List.of();
      }
      throw unreadable(file, e);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private ProbeException unreadable(String file, IOException e) {
    return new ProbeException(
        "cannot read %s: %s; open connections are read on Linux only"
            .formatted(proc.resolve(file), e.getMessage()),
        e);
  }
}
