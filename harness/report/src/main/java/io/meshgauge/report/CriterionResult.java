package io.meshgauge.report;

/**
 * Result of one criterion for one variant under one plan: a test case of the build.
 *
 * @param variant column of the report
 * @param plan row of the report
 * @param name short and stable, for example {@code response_p99 <= 0.05}
 * @param passed whether the criterion is met
 * @param words one sentence with what was found, what was expected and, when red, what to look at
 */
public record CriterionResult(
    String variant, String plan, String name, boolean passed, String words) {

  /** The words, and what they are about. */
  public String sentence() {
    return "%s × %s, %s: %s".formatted(variant, plan, name, words);
  }
}
