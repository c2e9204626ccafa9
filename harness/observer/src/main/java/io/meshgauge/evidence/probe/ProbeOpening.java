package io.meshgauge.evidence.probe;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Service.Probe;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The first bytes a client of a protocol sends, harmless to any service. */
public final class ProbeOpening {
  private static final byte[] PREFACE = ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

  /** Fields of HPACK's static table (RFC 7541): {@code :scheme}. */
  private static final byte HTTP = (byte) 0x86;

  private static final byte HTTPS = (byte) 0x87;

  private static final byte[] NOTHING = {};
  private static final byte[] EMPTY_SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
  private static final int HEADERS = 1;
  private static final int END_HEADERS = 0x04;
  private static final int END_STREAM_AND_HEADERS = 0x05;

  private ProbeOpening() {}

  /**
   * The application's probe in HTTP/1.1, an HTTP/2 connection preface, or what a client of TCP
   * sends first: enough to be answered. Empty where no request may be sent; a preface is none.
   */
  static byte[] greeting(Hop hop) {
    return switch (hop.protocol()) {
      case HTTP1 -> hop.probe().permitted() ? http1(hop.probe(), false) : NOTHING;
      case GRPC -> join(PREFACE, EMPTY_SETTINGS);
      case TCP -> ascii(hop.probe().content());
    };
  }

  /**
   * A whole request that a proxy must forward. For gRPC, a call without a message: the server of
   * the method counts and refuses it.
   */
  public static byte[] request(Hop hop) {
    return hop.protocol() == Protocol.GRPC && hop.probe().permitted()
        ? join(greeting(hop), headers(grpcFields(hop.probe().content())))
        : greeting(hop);
  }

  /**
   * A whole request for TLS that asks whether we may call at all. Of gRPC it is one of plain
   * HTTP/2, because a refusal of it says why in a readable body, and not in compressed fields.
   */
  public static byte[] question(Hop hop) {
    return hop.protocol() == Protocol.GRPC && hop.probe().permitted()
        ? join(greeting(hop), headers(questionFields(HTTPS, hop.probe().path())))
        : greeting(hop);
  }

  /** The same question of HTTP/2 without TLS. */
  public static byte[] plainQuestion(Hop hop) {
    return hop.probe().permitted()
        ? join(greeting(hop), headers(questionFields(HTTP, hop.probe().path())))
        : greeting(hop);
  }

  /**
   * Several whole requests on one connection, which is kept open: a service answers them one after
   * the other.
   *
   * @param times how many, 1 to 60
   */
  public static byte[] requests(Hop hop, int times) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (hop.protocol() == Protocol.GRPC) {
      all.writeBytes(greeting(hop));
    }
    for (int i = 0; i < times; i++) {
      all.writeBytes(
          hop.protocol() == Protocol.GRPC
              ? headers(grpcFields(hop.probe().content()), 2 * i + 1)
              : http1(hop.probe(), true));
    }
    return all.toByteArray();
  }

  /**
   * The application's probe in HTTP/1.1.
   *
   * @param kept whether the connection is kept open after the answer
   */
  public static byte[] http1(Probe probe, boolean kept) {
    return http1(probe, kept ? "" : "Connection: close\r\n");
  }

  private static byte[] http1(Probe probe, String header) {
    return ascii(
        "%s %s HTTP/1.1\r\nHost: meshgauge\r\n%s\r\n"
            .formatted(probe.content(), probe.path(), header));
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
    return join(PREFACE, EMPTY_SETTINGS, header, fields);
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

  private static byte[] questionFields(byte scheme, String path) {
    return join(
        new byte[] {(byte) 0x82, scheme}, // :method GET
        literal(new byte[] {0x44}, path), // :path
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
