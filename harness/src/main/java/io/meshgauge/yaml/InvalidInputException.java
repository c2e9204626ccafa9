package io.meshgauge.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** An experiment or policy that is refused, with all of its problems. */
public final class InvalidInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public InvalidInputException(List<Problem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  /** All problems, in the order of their places. */
  public List<Problem> problems() {
    return problems;
  }

  /** Whether the text is right and only this machine or platform lacks something. */
  public boolean onlyMissing() {
    return problems.stream().allMatch(problem -> problem.kind() == Problem.Kind.MISSING);
  }

  private static String message(List<Problem> problems) {
    String head = problems.size() == 1 ? "1 problem" : problems.size() + " problems";
    return problems.stream()
        .map(Problem::toString)
        .collect(Collectors.joining(System.lineSeparator(), head + System.lineSeparator(), ""));
  }
}
