package io.meshgauge.report.json;

import io.meshgauge.trend.SessionTrend;

/** Sessions as series, as JSON that {@code reports/trend.schema.json} describes. */
public final class TrendJsonFormat {
  private TrendJsonFormat() {}

  /** The document, which ends with a line break. */
  public static String text(SessionTrend trend) {
    return JsonFormat.write(TrendJson.of(trend));
  }
}
