package io.meshgauge.config.jmx;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The user-defined variables of a plan, as far as they are texts, and properties with a value. */
final class Variables {
  private static final Pattern PROPERTY =
      Pattern.compile(
          "\\$\\{__(?:P\\(|property\\()\\s*([^,()]+?)\\s*(?:,[^,()]*(?=,))?(?:,([^()]*))?\\)}");

  /**
   * Properties that the harness sets: the address of the application, or of one of its services.
   */
  private static final Pattern OF_ENTRY = Pattern.compile("([\\w.-]+\\.)?(host|port)");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w[\\w.-]*)}");
  private static final int MAX_DEPTH = 5;
  private static final int MAX_LENGTH = 10_000;

  private final Map<String, String> values = new HashMap<>();
  private final Map<String, String> properties;

  /**
   * @param properties that the experiment sets
   */
  Variables(JmxNode top, Map<String, String> properties) {
    this.properties = properties;
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

  /**
   * A text with known variables replaced, and properties by their values or defaults; those of the
   * entry stay.
   */
  String value(String text) {
    return PROPERTY
        .matcher(resolve(text))
        .replaceAll(
            it -> {
              String otherwise = it.group(2) == null ? null : it.group(2).strip();
              String known = properties.getOrDefault(it.group(1), otherwise);
              boolean left = known == null || OF_ENTRY.matcher(it.group(1)).matches();
              return Matcher.quoteReplacement(left ? it.group() : known);
            });
  }

  /** The first property in a text that has neither a value nor a default. */
  Optional<String> unset(String text) {
    Matcher property = PROPERTY.matcher(value(text));
    return property
        .results()
        .map(it -> it.group(1))
        .filter(it -> !OF_ENTRY.matcher(it).matches())
        .findFirst();
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
