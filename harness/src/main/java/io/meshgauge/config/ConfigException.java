package io.meshgauge.config;

import java.util.List;
import java.util.stream.Collectors;

/** The refusal of an experiment, with everything that is wrong with it. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  ConfigException(List<Problem> problems) {
    super(words(problems));
    this.problems = List.copyOf(problems);
  }

  /** All problems, in the order of their places. */
  public List<Problem> problems() {
    return problems;
  }

  /** Whether the text is right and only something is missing on this machine or platform. */
  public boolean onlyMissing() {
    return problems.stream().allMatch(problem -> problem.kind() == Problem.Kind.MISSING);
  }

  private static String words(List<Problem> problems) {
    String head = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
    return problems.stream()
        .map(Problem::toString)
        .collect(Collectors.joining(System.lineSeparator(), head + System.lineSeparator(), ""));
  }
}
