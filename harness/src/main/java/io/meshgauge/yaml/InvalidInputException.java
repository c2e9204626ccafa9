package io.meshgauge.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

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

  /**
   * Problems that expect the same, and have the same remedy, say it once, after the last of them.
   */
  private static String message(List<Problem> problems) {
    Map<String, List<String>> places = new LinkedHashMap<>();
    for (Problem problem : problems) {
      places.computeIfAbsent(problem.remedy(), it -> new ArrayList<>()).add(problem.finding());
    }
    StringJoiner message = new StringJoiner(System.lineSeparator());
    message.add(problems.size() == 1 ? "1 problem" : problems.size() + " problems");
    places.forEach(
        (remedy, findings) -> {
          findings.forEach(message::add);
          message.add(remedy);
        });
    return message.toString();
  }
}
