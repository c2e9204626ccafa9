package io.meshgauge.mesh.envoy;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A proxy configuration in YAML with gaps, as a resource beside the class of its mesh.
 *
 * <p>A gap nobody fills is an error; nothing is escaped.
 */
public final class ConfigTemplate {
  private final Template template;

  /**
   * Reads and compiles a template.
   *
   * @param owner the class the resource stands beside
   * @param resource its name, for example {@code sidecar.yaml.mustache}
   */
  public ConfigTemplate(Class<?> owner, String resource) {
    try (InputStream stream = owner.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(
            "resource %s is not beside %s; the jar was not built completely"
                .formatted(resource, owner.getName()));
      }
      Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8);
      this.template = Mustache.compiler().escapeHTML(false).compile(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read template " + resource, e);
    }
  }

  /**
   * The configuration with every gap filled from the accessors or entries of {@code context}, or
   * else of {@code surroundings}.
   */
  public String fill(Object context, Object surroundings) {
    StringWriter filled = new StringWriter();
    template.execute(context, surroundings, filled);
    return filled.toString();
  }
}
