package io.meshgauge.cli;

/**
 * One thing {@code doctor} looked at.
 *
 * @param state whether it is as it should be
 * @param subject what was looked at
 * @param found what was found
 * @param advice how to get what is missing; empty when nothing is
 */
public record Check(State state, String subject, String found, String advice) {

  /** How serious a finding is. */
  public enum State {
    /** As it should be. */
    OK("ok"),
    /** It works with less; results may be poorer. */
    POOR("poor"),
    /** Experiments cannot run. */
    MISSING("missing");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /** The word printed. */
    public String word() {
      return word;
    }
  }

  /** All is well. */
  public static Check ok(String subject, String found) {
    return new Check(State.OK, subject, found, "");
  }

  /** It works, though not as well as it could. */
  public static Check poor(String subject, String found, String advice) {
    return new Check(State.POOR, subject, found, advice);
  }

  /** Experiments cannot run before this is there. */
  public static Check missing(String subject, String found, String advice) {
    return new Check(State.MISSING, subject, found, advice);
  }
}
