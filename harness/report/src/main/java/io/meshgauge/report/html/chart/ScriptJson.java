package io.meshgauge.report.html.chart;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON inside of a script element. */
public final class ScriptJson {
  private ScriptJson() {}

  /**
   * The text of a tree. A browser ends the script at any {@code </script}, even inside a string.
   */
  public static String of(JsonNode node) {
    return JsonMapper.shared()
        .writeValueAsString(node)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }
}
