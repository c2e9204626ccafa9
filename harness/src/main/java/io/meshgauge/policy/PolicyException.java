package io.meshgauge.policy;

import java.util.List;

/** The refusal of a policy file, with everything that is wrong with it. */
public final class PolicyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  PolicyException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** All problems in the order of the file, each with its place, what was found and expected. */
  public List<String> problems() {
    return problems;
  }
}
