package io.meshgauge.report.json;

import io.meshgauge.study.StudyAnalysis;

/** The analysis of a study as JSON, as {@code reports/study.schema.json} describes it. */
public final class StudyJsonFormat {
  private StudyJsonFormat() {}

  /** The document, which ends with a line break. */
  public static String text(StudyAnalysis analysis) {
    return JsonFormat.write(StudyJson.of(analysis));
  }
}
