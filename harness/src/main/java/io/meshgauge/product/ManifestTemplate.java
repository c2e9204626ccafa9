package io.meshgauge.product;

import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Mustache template of Kubernetes objects or other YAML with texts of users, a resource in the
 * package of its product. Each object begins after a line {@code ---}.
 *
 * <p>Every placeholder is written as JSON, which is YAML: a text is quoted, so that no value can
 * change the structure of an object, and a list is a flow sequence. A section over an empty text or
 * {@code Optional} is omitted.
 */
public final class ManifestTemplate {
  /** Unlike JSON, YAML folds some line separators of Unicode in quoted text. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final Pattern START = Pattern.compile("^---$", Pattern.MULTILINE);

  private final ConfigTemplate template;

  /**
   * Reads and compiles a template.
   *
   * @param owner a class in the package of the resource
   * @param resource its name, for example {@code traffic.yaml.mustache}
   */
  public ManifestTemplate(Class<?> owner, String resource) {
    this.template =
        new ConfigTemplate(
            owner,
            resource,
            Mustache.compiler()
                .withFormatter(ManifestTemplate::json)
                .withCollector(new Sections()));
  }

  /**
   * Renders the objects, one YAML document each. A placeholder takes its value from the accessors
   * or entries of {@code context}, otherwise from {@code surroundings}.
   */
  public List<String> objects(Object context, Object surroundings) {
    return START.splitAsStream(template.fill(context, surroundings)).skip(1).toList();
  }

  /** A list for a section that is omitted if it is empty, and otherwise shows it whole. */
  public static <T> Optional<List<T>> whole(List<T> values) {
    return Optional.of(values).filter(it -> !it.isEmpty());
  }

  private static String json(Object value) {
    // YAML permits no DEL, the only control character that JSON does not escape.
    return JSON.writeValueAsString(value).replace("\u007f", "\\u007f");
  }

  private static final class Sections extends DefaultCollector {
    @Override
    public @Nullable Iterator<?> toIterator(Object value) {
      if (value instanceof Optional<?> optional) {
        return optional.stream().iterator();
      }
      return "".equals(value) ? Collections.emptyIterator() : super.toIterator(value);
    }
  }
}
