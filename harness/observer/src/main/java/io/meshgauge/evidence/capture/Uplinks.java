package io.meshgauge.evidence.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The devices by which packets leave this node for others: those of its routes to them, and those
 * that are hardware.
 */
final class Uplinks {
  private static final Path ROUTES = Path.of("/proc/net/route");
  private static final Path DEVICES = Path.of("/sys/class/net");
  private static final int COLUMNS = 8;

  private Uplinks() {}

  /**
   * The devices of this network namespace.
   *
   * @param peers IPv4 addresses of the other nodes
   * @return index by name
   * @throws IOException when the kernel's books cannot be read, or none of them leads there
   */
  static Map<String, Integer> towards(Collection<String> peers) throws IOException {
    return towards(peers, Files.readString(ROUTES), DEVICES);
  }

  static Map<String, Integer> towards(Collection<String> peers, String routes, Path devices)
      throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    for (String peer : peers) {
      String device = route(bits(peer), routes);
      if (!device.isEmpty()) {
        found.put(device, index(devices.resolve(device)));
      }
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(devices)) {
      for (Path device : all) {
        if (Files.exists(device.resolve("device"))) {
          found.put(device.getFileName().toString(), index(device));
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    if (found.isEmpty()) {
      throw new IOException("no device leads to the nodes %s".formatted(peers));
    }
    return found;
  }

  /** The device of the longest prefix; empty without a route. Numbers are in host order, in hex. */
  private static String route(long address, String routes) {
    String best = "";
    long longest = -1;
    for (String line : routes.lines().skip(1).toList()) {
      String[] column = line.strip().split("\\s+");
      if (column.length < COLUMNS) {
        continue;
      }
      long network = swapped(column[1]);
      long mask = swapped(column[7]);
      if ((address & mask) == network && mask > longest) {
        longest = mask;
        best = column[0];
      }
    }
    return best;
  }

  /** The kernel prints an address as the number that its bytes are on this machine. */
  private static long swapped(String hex) {
    int number = (int) Long.parseLong(hex, 16);
    boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    return (little ? Integer.reverseBytes(number) : number) & 0xffff_ffffL;
  }

  private static long bits(String host) {
    return AddressFilter.bits(host) & 0xffff_ffffL;
  }

  private static int index(Path device) throws IOException {
    return Integer.parseInt(Files.readString(device.resolve("ifindex")).strip());
  }
}
