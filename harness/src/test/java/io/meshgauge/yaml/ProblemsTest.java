package io.meshgauge.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProblemsTest {
  private static Place line(int line) {
    return new Place("mine.yaml", line, 1);
  }

  @Test
  void whatSeveralProblemsExpectIsSaidOnce() {
    Problems problems = new Problems();
    problems.wrong(line(3), "weights is 2", "a mapping", "indent it");
    problems.wrong(line(1), "limits is 1", "a mapping", "indent it");
    problems.wrong(line(2), "name is missing", "a name", "add name:");

    assertThatThrownBy(problems::refuseIfAny)
        .hasMessage(
            """
            3 problems
            mine.yaml:1:1: limits is 1
            mine.yaml:3:1: weights is 2
                expected: a mapping
                do: indent it
            mine.yaml:2:1: name is missing
                expected: a name
                do: add name:""");
  }
}
