package io.meshgauge.config.jmx;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The user-defined variables of a plan, as far as they are texts. */
final class Variables {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w[\\w.-]*)}");
  private static final int MAX_DEPTH = 5;
  private static final int MAX_LENGTH = 10_000;

  private final Map<String, String> values = new HashMap<>();

  Variables(JmxNode top) {
    define(top, "TestPlan.user_defined_variables");
    collect(top);
  }

  private void collect(JmxNode node) {
    for (JmxNode child : node.enabledChildren()) {
      if (child.type().equals("Arguments")) {
        child.found("Arguments.arguments").stream()
            .flatMap(it -> JmxNode.elements(it).stream())
            .forEach(it -> define(new JmxNode(it, null)));
      }
      collect(child);
    }
  }

  private void define(JmxNode plan, String property) {
    plan.items(property, "Arguments.arguments").forEach(this::define);
  }

  private void define(JmxNode argument) {
    values.put(argument.text("Argument.name"), argument.text("Argument.value"));
  }

  /** A text with known variables replaced. */
  String resolve(String text) {
    String result = text;
    for (int depth = 0;
        depth < MAX_DEPTH && result.contains("${") && result.length() < MAX_LENGTH;
        depth++) {
      Matcher variable = VARIABLE.matcher(result);
      result =
          variable.replaceAll(
              it -> Matcher.quoteReplacement(values.getOrDefault(it.group(1), it.group())));
    }
    return result;
  }
}
