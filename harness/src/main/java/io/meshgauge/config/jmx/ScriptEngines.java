package io.meshgauge.config.jmx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The languages for whose scripts the load worker has an engine; a JDK has none since version 15.
 */
final class ScriptEngines {
  private static final String SERVICE = "javax.script.ScriptEngineFactory";

  /** Languages by the factory of their engine. */
  private static final Map<String, List<String>> LANGUAGES =
      Map.of(
          "org.codehaus.groovy.jsr223.GroovyScriptEngineFactory",
          List.of("groovy"),
          "bsh.engine.BshScriptEngineFactory",
          List.of("beanshell", "bsh", "java"),
          "org.apache.commons.jexl2.scripting.JexlScriptEngineFactory",
          List.of("jexl", "jexl2"),
          "org.apache.commons.jexl3.scripting.JexlScriptEngineFactory",
          List.of("jexl", "jexl2", "jexl3"),
          "org.openjdk.nashorn.api.scripting.NashornScriptEngineFactory",
          List.of("nashorn", "javascript", "js", "ecmascript"),
          "org.mozilla.javascript.engine.RhinoScriptEngineFactory",
          List.of("rhino", "rhino-nonjdk", "javascript", "js", "ecmascript"));

  private final List<String> factories;

  /** The engines on the class path of a load worker. */
  ScriptEngines(Components components) {
    factories = components.offering(SERVICE);
  }

  /**
   * The language of an element that no engine has; empty where one has it, or where the languages
   * of an engine are not known.
   */
  Optional<String> missing(JmxNode element) {
    String language = element.text("scriptLanguage").toLowerCase(Locale.ROOT);
    List<String> known = new ArrayList<>();
    factories.forEach(it -> known.addAll(LANGUAGES.getOrDefault(it, List.of(language))));
    return language.isEmpty() || language.contains("${") || known.contains(language)
        ? Optional.empty()
        : Optional.of(language);
  }
}
