package io.meshgauge.load.grpc;

import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Reads only the length of responses. */
final class Length implements MethodDescriptor.Marshaller<Integer> {

  @Override
  public InputStream stream(Integer length) {
    throw new UnsupportedOperationException("Lengths are received, never sent");
  }

  @Override
  public Integer parse(InputStream stream) {
    try {
      return Math.toIntExact(stream.transferTo(OutputStream.nullOutputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
