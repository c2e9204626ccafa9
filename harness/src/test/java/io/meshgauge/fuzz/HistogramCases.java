package io.meshgauge.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Well-formed histogram logs with damaged intervals: the intervals are decoded and decompressed,
 * changed, and packed again, so that the damage reaches the counts.
 */
public final class HistogramCases implements Function<SplittableRandom, byte[]> {
  private final List<String> lines;

  /** Cases from a log. */
  public HistogramCases(String log) {
    this.lines = log.lines().toList();
  }

  @Override
  public byte[] apply(SplittableRandom random) {
    StringBuilder log = new StringBuilder();
    for (String line : lines) {
      int last = line.lastIndexOf(',');
      boolean changed = line.startsWith("Tag=") && random.nextBoolean();
      log.append(
              changed
                  ? line.substring(0, last + 1) + changed(line.substring(last + 1), random)
                  : line)
          .append('\n');
    }
    return log.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String changed(String base64, SplittableRandom random) {
    byte[] packed = Base64.getDecoder().decode(base64);
    byte[] plain = inflated(packed);
    byte[] other = new Mutator(random, List.of(plain), List.of("\u007f\u007f\u007f\u007f")).next();
    // Half of the cases keep a consistent length field, as an attacker who knows the format would.
    if (random.nextBoolean() && other.length >= 40) {
      ByteBuffer.wrap(other).putInt(4, other.length - 40);
    }
    byte[] body = deflated(other);
    ByteBuffer again = ByteBuffer.allocate(8 + body.length);
    again.put(packed, 0, 4).putInt(body.length).put(body);
    return Base64.getEncoder().encodeToString(again.array());
  }

  private static byte[] inflated(byte[] packed) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed, 8, packed.length - 8);
      byte[] plain = new byte[1 << 20];
      int length = inflater.inflate(plain);
      return Arrays.copyOf(plain, length);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("the example is none of a log", e);
    } finally {
      inflater.end();
    }
  }

  private static byte[] deflated(byte[] plain) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(plain);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
