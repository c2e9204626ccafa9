package io.meshgauge.load.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/** A call encoded once and sent repeatedly. */
public final class GrpcTemplate {

  private final MethodDescriptor<byte[], Integer> method;
  private final byte[] message;
  private final Metadata metadata;

  /**
   * Encodes a call.
   *
   * @param message the request, encoded
   * @param metadata by name; the values of names in {@code -bin} are Base64
   * @throws IllegalArgumentException if a metadata name or value cannot be sent
   */
  public GrpcTemplate(GrpcMethod method, byte[] message, Map<String, String> metadata) {
    this.method =
        MethodDescriptor.<byte[], Integer>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(method.toString())
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Length())
            .build();
    this.message = message;
    this.metadata = metadata(metadata);
  }

  static Metadata metadata(Map<String, String> lines) {
    Metadata metadata = new Metadata();
    lines.forEach(
        (name, value) -> {
          String small = name.toLowerCase(Locale.ROOT);
          try {
            if (small.endsWith(Metadata.BINARY_HEADER_SUFFIX)) {
              metadata.put(
                  Metadata.Key.of(small, Metadata.BINARY_BYTE_MARSHALLER),
                  Base64.getDecoder().decode(value));
            } else {
              metadata.put(Metadata.Key.of(small, Metadata.ASCII_STRING_MARSHALLER), value);
            }
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                "The metadata '" + name + "' cannot be sent: " + e.getMessage(), e);
          }
        });
    return metadata;
  }

  MethodDescriptor<byte[], Integer> method() {
    return method;
  }

  /** The request, encoded. */
  byte[] message() {
    return message;
  }

  /** The bytes of the request. */
  public int messageBytes() {
    return message.length;
  }

  /** A copy, since a call adds to it. */
  Metadata newMetadata() {
    Metadata copy = new Metadata();
    copy.merge(metadata);
    return copy;
  }
}
