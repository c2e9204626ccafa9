package io.meshgauge.config.jmx;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The classes that a class names, read from its file: nothing is loaded or run. */
final class ClassFile {
  private static final int UTF8 = 1;
  private static final int CLASS = 7;

  private ClassFile() {}

  /**
   * Reads the constant pool (Java Virtual Machine Specification, 4.4).
   *
   * @return names as in {@code java/lang/String}, without arrays
   * @throws IOException if the stream is no class file
   */
  static List<String> references(InputStream file) throws IOException {
    DataInputStream in = new DataInputStream(file);
    in.skipNBytes(8);
    int size = in.readUnsignedShort();
    @Nullable String[] texts = new String[size];
    List<Integer> classes = new ArrayList<>();
    for (int i = 1; i < size; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case UTF8 -> texts[i] = in.readUTF();
        case CLASS -> classes.add(in.readUnsignedShort());
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          // Longs and doubles take two places.
          i++;
        }
        default -> throw new IOException("unknown constant " + tag);
      }
    }
    return classes.stream()
        .map(it -> Objects.requireNonNullElse(texts[it], ""))
        .filter(it -> !it.isEmpty() && !it.startsWith("["))
        .toList();
  }
}
