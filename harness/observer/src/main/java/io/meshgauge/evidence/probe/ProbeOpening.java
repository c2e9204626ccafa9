package io.meshgauge.evidence.probe;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Protocol;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The first bytes a client of a protocol sends, harmless to any service. */
public final class ProbeOpening {
  private static final byte[] HTTP1 =
      ascii("GET /meshgauge-probe HTTP/1.1\r\nHost: meshgauge\r\nConnection: close\r\n\r\n");
  private static final byte[] KEPT =
      ascii("GET /meshgauge-probe HTTP/1.1\r\nHost: meshgauge\r\n\r\n");
  private static final byte[] PREFACE = ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

  /** What an iperf3 client names its test by, which it sends first: 36 characters and a zero. */
  private static final byte[] COOKIE = ascii("012345678901234567890123456789012345\0");

  /** Fields of HPACK's static table (RFC 7541): {@code :scheme}. */
  private static final byte HTTP = (byte) 0x86;

  private static final byte HTTPS = (byte) 0x87;

  private static final byte[] EMPTY_SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final int HEADERS = 1;
  private static final int END_HEADERS = 0x04;
  private static final int END_STREAM_AND_HEADERS = 0x05;

  private ProbeOpening() {}

  /**
   * An HTTP/1.1 request, an HTTP/2 connection preface, or the start of an iperf3 test: enough to be
   * answered.
   */
  static byte[] greeting(Protocol protocol) {
    return switch (protocol) {
      case HTTP1 -> HTTP1.clone();
      case GRPC -> join(PREFACE, EMPTY_SETTINGS);
      case TCP -> COOKIE.clone();
    };
  }

  /**
   * A whole request that a proxy must forward: for gRPC, a call of a method that no service has.
   */
  public static byte[] request(Protocol protocol) {
    return protocol == Protocol.GRPC ? call("/meshgauge.Probe/Ask") : greeting(protocol);
  }

  /**
   * A gRPC call of a method, without a message: the server of the method serves the call, and
   * refuses it.
   *
   * @param method its path, at most 127 characters
   */
  public static byte[] call(String method) {
    return join(greeting(Protocol.GRPC), headers(grpcFields(method)));
  }

  /**
   * A whole request for TLS that asks whether we may call at all. Of gRPC it is one of plain
   * HTTP/2, because a refusal of it says why in a readable body, and not in compressed fields.
   */
  static byte[] question(Protocol protocol) {
    return protocol == Protocol.GRPC
        ? join(greeting(protocol), headers(questionFields(HTTPS)))
        : greeting(protocol);
  }

  /** The same question of HTTP/2 without TLS. */
  public static byte[] plainQuestion() {
    return join(greeting(Protocol.GRPC), headers(questionFields(HTTP)));
  }

  /**
   * Several whole requests on one connection, which is kept open: a service answers them one after
   * the other.
   *
   * @param method of gRPC, which of its methods is called without a message
   * @param times how many, 1 to 60
   */
  public static byte[] requests(Protocol protocol, String method, int times) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (protocol == Protocol.GRPC) {
      all.writeBytes(greeting(protocol));
    }
    for (int i = 0; i < times; i++) {
      all.writeBytes(
          protocol == Protocol.GRPC ? headers(grpcFields(method), 2 * i + 1) : KEPT.clone());
    }
    return all.toByteArray();
  }

  /**
   * A request for a tunnel: CONNECT over HTTP/2 (RFC 9113, section 8.5), as HBONE makes it. Its
   * stream stays open.
   */
  static byte[] tunnel(Address to) {
    byte[] fields =
        join(
            literal(new byte[] {0x42}, "CONNECT"), // :method
            literal(new byte[] {0x41}, to.toString())); // :authority
    byte[] header = {0, 0, (byte) fields.length, HEADERS, END_HEADERS, 0, 0, 0, 1};
    return join(greeting(Protocol.GRPC), header, fields);
  }

  private static byte[] headers(byte[] fields) {
    return headers(fields, 1);
  }

  private static byte[] headers(byte[] fields, int stream) {
    byte[] header = {
      0, 0, (byte) fields.length, HEADERS, END_STREAM_AND_HEADERS, 0, 0, 0, (byte) stream
    };
    return join(header, fields);
  }

  private static byte[] questionFields(byte scheme) {
    return join(
        new byte[] {(byte) 0x82, scheme}, // :method GET
        literal(new byte[] {0x44}, "/meshgauge-probe"), // :path
        literal(new byte[] {0x41}, "meshgauge")); // :authority
  }

  /** The fields of a gRPC request in HPACK (RFC 7541), without Huffman codes. */
  private static byte[] grpcFields(String method) {
    return join(
        new byte[] {(byte) 0x83, (byte) 0x86}, // :method POST, :scheme http
        literal(new byte[] {0x44}, method), // :path
        literal(new byte[] {0x41}, "meshgauge"), // :authority
        literal(new byte[] {0x5f}, "application/grpc"), // content-type
        literal(join(new byte[] {0x40, 2}, ascii("te")), "trailers"));
  }

  private static byte[] literal(byte[] name, String value) {
    return join(name, new byte[] {(byte) value.length()}, ascii(value));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
