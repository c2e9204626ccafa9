package io.meshgauge.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Changes bytes as damage and malice do: flips bits; cuts, doubles and splices ranges; makes
 * numbers huge; opens brackets by the thousand; inserts words of the format in the wrong places.
 */
public final class Mutator {
  private static final int MAX_BYTES = 256 * 1024;
  private static final List<String> NUMBERS =
      List.of(
          "-1",
          "0",
          "1e308",
          "1e999999999",
          "-1e999999999",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "99999999999999999999999999999999999999",
          "2147483648",
          "0.0000000000000000001",
          "NaN",
          "-0",
          "1e-400");
  private static final byte[][] BYTES = {
    {0},
    {(byte) 0xff, (byte) 0xfe},
    {(byte) 0xc3, 0x28},
    {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
    {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
    {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
    {'\r'},
    {'\n', '\n'},
    {'\t'},
    {0x1b, '[', '3', '1', 'm'},
    {(byte) 0xe2, (byte) 0x80, (byte) 0xae}
  };

  private final SplittableRandom random;
  private final List<byte[]> seeds;
  private final List<String> words;

  /**
   * A mutator of one case.
   *
   * @param seeds well-formed texts
   * @param words of the format, for example {@code &a}
   */
  public Mutator(SplittableRandom random, List<byte[]> seeds, List<String> words) {
    this.random = random;
    this.seeds = seeds;
    this.words = words;
  }

  /** One of the seeds, changed in one to four places. */
  public byte[] next() {
    byte[] bytes = pick(seeds);
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      bytes = change(bytes);
    }
    return bytes.length > MAX_BYTES ? Arrays.copyOf(bytes, MAX_BYTES) : bytes;
  }

  private byte[] change(byte[] bytes) {
    return switch (random.nextInt(14)) {
      case 0 -> flipped(bytes);
      case 1 -> with(bytes, random.nextInt(256));
      case 2 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      case 3 -> cut(bytes);
      case 4 -> doubled(bytes);
      case 5 -> spliced(bytes, pick(seeds));
      case 6 -> spliced(bytes, BYTES[random.nextInt(BYTES.length)]);
      case 7 -> number(bytes);
      case 8 -> spliced(bytes, nested());
      case 9 -> spliced(bytes, ascii("x".repeat(size(17))));
      case 10 -> spliced(bytes, noise());
      case 11 -> line(bytes);
      default ->
          spliced(bytes, ascii(words.isEmpty() ? "\"" : words.get(random.nextInt(words.size()))));
    };
  }

  private byte[] flipped(byte[] bytes) {
    byte[] changed = bytes.clone();
    if (changed.length > 0) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private byte[] with(byte[] bytes, int value) {
    byte[] changed = bytes.clone();
    if (changed.length > 0) {
      changed[random.nextInt(changed.length)] = (byte) value;
    }
    return changed;
  }

  private byte[] cut(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(64));
    return joined(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, to, bytes.length));
  }

  private byte[] doubled(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(200));
    return joined(Arrays.copyOf(bytes, to), Arrays.copyOfRange(bytes, from, bytes.length));
  }

  /** Inserts bytes, or overwrites as many with them. */
  private byte[] spliced(byte[] bytes, byte[] more) {
    int at = random.nextInt(bytes.length + 1);
    int rest = random.nextBoolean() ? at : Math.min(bytes.length, at + more.length);
    return joined(Arrays.copyOf(bytes, at), more, Arrays.copyOfRange(bytes, rest, bytes.length));
  }

  /** Replaces a number. */
  private byte[] number(byte[] bytes) {
    int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
    while (at < bytes.length && !isDigit(bytes[at])) {
      at++;
    }
    int end = at;
    while (end < bytes.length && isDigit(bytes[end])) {
      end++;
    }
    return joined(
        Arrays.copyOf(bytes, at),
        ascii(NUMBERS.get(random.nextInt(NUMBERS.size()))),
        Arrays.copyOfRange(bytes, end, bytes.length));
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private byte[] nested() {
    List<String> openings = List.of("[", "{\"a\":", "{", "- ", "(", "a: ", "\n ", "[{");
    return ascii(openings.get(random.nextInt(openings.size())).repeat(size(14)));
  }

  /** Usually a small size, rarely a power of two that a reader should reject. */
  private int size(int most) {
    return random.nextInt(8) > 0 ? 1 + random.nextInt(40) : 1 << random.nextInt(most);
  }

  private byte[] noise() {
    byte[] noise = new byte[1 + random.nextInt(40)];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) random.nextInt(256);
    }
    return noise;
  }

  /** Removes a line, or repeats it at another place. */
  private byte[] line(byte[] bytes) {
    List<String> lines =
        Arrays.asList(new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1));
    String moved = lines.get(random.nextInt(lines.size()));
    int at = random.nextInt(lines.size());
    lines.set(at, random.nextBoolean() ? moved : lines.get(at) + "\n" + moved);
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] pick(List<byte[]> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
