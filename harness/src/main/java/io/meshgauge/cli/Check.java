package io.meshgauge.cli;

/**
 * Result of one check of {@code doctor}.
 *
 * @param state severity of the finding
 * @param subject what was checked
 * @param found what was found
 * @param advice what to do; empty if nothing is to be done, or if {@code found} says it
 */
public record Check(State state, String subject, String found, String advice) {

  /** How serious a finding is. */
  public enum State {
    /** As required. */
    OK("ok"),
    /** Experiments run, possibly with poorer results. */
    POOR("poor"),
    /** Experiments cannot run. */
    MISSING("missing");

    private final String label;

    State(String label) {
      this.label = label;
    }

    /** Label printed in the first column. */
    public String label() {
      return label;
    }
  }

  /** A check without a finding. */
  public static Check ok(String subject, String found) {
    return new Check(State.OK, subject, found, "");
  }

  /** A finding that does not prevent experiments. */
  public static Check poor(String subject, String found, String advice) {
    return new Check(State.POOR, subject, found, advice);
  }

  /** A finding that prevents experiments. */
  public static Check missing(String subject, String found, String advice) {
    return new Check(State.MISSING, subject, found, advice);
  }
}
