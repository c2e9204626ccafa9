package io.meshgauge.report.json;

import io.meshgauge.measure.Warning;
import java.util.List;

/** A warning. */
record WarningJson(String subject, String text) {
  static List<WarningJson> of(List<Warning> warnings) {
    return warnings.stream().map(it -> new WarningJson(it.subject(), it.text())).toList();
  }
}
