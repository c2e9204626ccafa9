package io.meshgauge.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Exit codes of the command, for scripts and pipelines. */
public enum ExitCode {
  OK(0, "done; after a run: every objective kept, every guarantee observed"),
  GATE(1, "the gate is closed: an objective broken, or a run unverified, void or failed"),
  BAD_INPUT(2, "invalid input: option, file, profile or setting"),
  CANNOT_RUN_HERE(
      3, "a prerequisite is missing, or other work keeps the machine busy; see \"doctor\""),
  FAILED(4, "failed while running; finished runs are kept, see \"report\""),
  NOT_COMPARED(
      5, "every criterion met, but not compared: the accepted sessions have another environment"),
  INTERRUPTED(130, "interrupted; everything was torn down, finished runs are kept");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /** Exit status of the process. */
  public int code() {
    return code;
  }

  /** Meaning in one line. */
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
