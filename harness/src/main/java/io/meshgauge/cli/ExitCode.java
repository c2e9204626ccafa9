package io.meshgauge.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a command ended, for scripts and pipelines. */
public enum ExitCode {
  OK(0, "done; after a run: every objective kept, everything claimed was observed"),
  GATE(1, "the gate is closed: an objective broken, or a run unverified, void or failed"),
  BAD_INPUT(2, "what was asked cannot be understood: option, file, profile or setting"),
  CANNOT_RUN_HERE(3, "something is missing here, or other work keeps it busy; see \"doctor\""),
  FAILED(4, "it broke while running; finished runs are kept, see \"report\""),
  INTERRUPTED(130, "interrupted; torn down in order, finished runs are kept");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** The number handed to the operating system. */
  public int code() {
    return code;
  }

  /** What it means, in one line. */
  public String meaning() {
    return meaning;
  }

  /** Meanings by number, as help prints them. */
  static Map<String, String> help() {
    Map<String, String> lines = new LinkedHashMap<>();
    Arrays.stream(values()).forEach(code -> lines.put(" " + code.code, code.meaning));
    return lines;
  }
}
