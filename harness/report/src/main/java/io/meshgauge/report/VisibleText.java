package io.meshgauge.report;

/** Makes text from outside safe to print: control characters become a visible replacement. */
public final class VisibleText {
  private VisibleText() {}

  /**
   * The text on one line, without control characters, unpaired surrogates and other characters that
   * a terminal would obey or that XML 1.0 forbids.
   */
  public static String of(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(c -> shown.appendCodePoint(visible(c)));
    return shown.toString();
  }

  private static int visible(int c) {
    if (c == '\n' || c == '\r' || c == '\t') {
      return ' ';
    }
    boolean forbidden =
        Character.isISOControl(c)
            || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
            || c == 0xFFFE
            || c == 0xFFFF
            || (c >= 0x202A && c <= 0x202E)
            || (c >= 0x2066 && c <= 0x2069);
    return forbidden ? 0xFFFD : c;
  }
}
