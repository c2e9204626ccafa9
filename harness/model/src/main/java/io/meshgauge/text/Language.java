package io.meshgauge.text;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A language of reports. */
public enum Language {
  ENGLISH("en"),
  UKRAINIAN("uk");

  private final String code;

  Language(String code) {
    this.code = code;
  }

  /** The code of ISO 639-1, for example {@code uk}. */
  public String code() {
    return code;
  }

  /** The language of a code of ISO 639-1, in any case; empty if no report has it. */
  public static Optional<Language> of(String code) {
    return Stream.of(values())
        .filter(it -> it.code.equals(code.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** The plural form of a whole number, by the rules of Unicode's CLDR: one, few, many or other. */
  String plural(long count) {
    if (this == ENGLISH) {
      return count == 1 ? "one" : "other";
    }
    long ones = count % 10;
    boolean teens = count % 100 / 10 == 1;
    if (teens || ones == 0 || ones > 4) {
      return "many";
    }
    return ones == 1 ? "one" : "few";
  }
}
