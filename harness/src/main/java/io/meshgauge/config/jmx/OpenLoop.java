package io.meshgauge.config.jmx;

/** Classes of the project's own elements. */
final class OpenLoop {
  private static final String PACKAGE = "io.meshgauge.load.jmeter.";
  static final String GROUP = PACKAGE + "OpenLoopThreadGroup";
  static final String MIX = PACKAGE + "RequestMixController";
  static final String LEAN = PACKAGE + "LeanHttpSampler";
  static final String RECORDER = PACKAGE + "HistogramRecorder";

  private OpenLoop() {}

  /** The class of an element's form. */
  static String form(String type) {
    return type.replace(PACKAGE, PACKAGE + "gui.") + "Gui";
  }
}
