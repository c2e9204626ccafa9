package io.meshgauge.load.jmeter;

import java.util.BitSet;
import java.util.stream.Collectors;

/** The HTTP statuses that make a sample a success. */
final class ExpectedStatus {

  private static final int MAX_STATUS = 599;
  private static final String[] TEXTS = new String[MAX_STATUS + 1];

  static {
    for (int code = 0; code <= MAX_STATUS; code++) {
      TEXTS[code] = Integer.toString(code);
    }
  }

  private final BitSet codes = new BitSet(MAX_STATUS + 1);

  private ExpectedStatus() {}

  /** Parses one or more statuses, separated by commas or blanks. */
  static ExpectedStatus parse(String text) {
    ExpectedStatus expected = new ExpectedStatus();
    for (String word : text.strip().split("[,\\s]+", -1)) {
      if (!word.matches("[2-5]\\d\\d")) {
        throw new IllegalArgumentException(
            "'" + word + "' is not an HTTP status; expected for example '200' or '200, 201'.");
      }
      expected.codes.set(Integer.parseInt(word));
    }
    return expected;
  }

  boolean includes(int status) {
    return codes.get(status);
  }

  /** All of them, for messages. */
  @Override
  public String toString() {
    return codes.stream().mapToObj(this::text).collect(Collectors.joining(", "));
  }

  /** The status as text, without allocating a string per sample. */
  String text(int status) {
    return status >= 0 && status <= MAX_STATUS ? TEXTS[status] : Integer.toString(status);
  }
}
