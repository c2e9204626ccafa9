package io.meshgauge.report.console;

/** The colours of a terminal, or none. */
enum Style {
  BOLD("1"),
  DIM("2"),
  GOOD("36"),
  BAD("33");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  String on(boolean ansi, String text) {
    return ansi ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
