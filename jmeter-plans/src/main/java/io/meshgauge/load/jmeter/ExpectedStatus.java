package io.meshgauge.load.jmeter;

import java.util.BitSet;

/** The HTTP statuses that make a sample a success. */
final class ExpectedStatus {

  private static final int HIGHEST = 599;
  private static final String[] TEXTS = new String[HIGHEST + 1];

  static {
    for (int code = 0; code <= HIGHEST; code++) {
      TEXTS[code] = Integer.toString(code);
    }
  }

  private final BitSet codes = new BitSet(HIGHEST + 1);

  private ExpectedStatus() {}

  /** Reads one or more statuses, parted by commas or blanks. */
  static ExpectedStatus parse(String text) {
    ExpectedStatus expected = new ExpectedStatus();
    for (String word : text.strip().split("[,\\s]+", -1)) {
      if (!word.matches("[2-5]\\d\\d")) {
        throw new IllegalArgumentException(
            "'" + word + "' is no HTTP status; expected such as '200' or '200, 201'.");
      }
      expected.codes.set(Integer.parseInt(word));
    }
    return expected;
  }

  boolean includes(int status) {
    return codes.get(status);
  }

  /** The status as text, without making a new string for each sample. */
  String text(int status) {
    return status >= 0 && status <= HIGHEST ? TEXTS[status] : Integer.toString(status);
  }
}
