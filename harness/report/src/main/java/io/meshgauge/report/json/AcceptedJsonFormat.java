package io.meshgauge.report.json;

import io.meshgauge.trend.AcceptedSessions;

/** Accepted sessions as JSON, as {@code reports/accepted.schema.json} describes it. */
public final class AcceptedJsonFormat {
  private AcceptedJsonFormat() {}

  /** The document, which ends with a line break. */
  public static String text(AcceptedSessions accepted) {
    return JsonFormat.write(AcceptedJson.of(accepted));
  }
}
