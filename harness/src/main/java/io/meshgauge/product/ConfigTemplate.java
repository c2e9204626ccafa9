package io.meshgauge.product;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Mustache template of a proxy configuration, a resource in the package of its product.
 *
 * <p>A placeholder without a value is an error; nothing is escaped. A partial that several
 * templates share is named by its path below {@value #PARTS}.
 */
public final class ConfigTemplate {
  private static final String PARTS = "/io/meshgauge/product/";

  private final Template template;

  /**
   * Reads and compiles a template.
   *
   * @param owner a class in the package of the resource
   * @param resource its name, for example {@code sidecar.yaml.mustache}
   */
  public ConfigTemplate(Class<?> owner, String resource) {
    this(owner, resource, Mustache.compiler());
  }

  ConfigTemplate(Class<?> owner, String resource, Mustache.Compiler compiler) {
    this.template =
        compiler
            .escapeHTML(false)
            .withLoader(part -> new StringReader(text(ConfigTemplate.class, PARTS + part)))
            .compile(text(owner, resource));
  }

  private static String text(Class<?> owner, String resource) {
    try (InputStream stream = owner.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(
            "resource %s is not next to %s; the jar was not built completely"
                .formatted(resource, owner.getName()));
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read template " + resource, e);
    }
  }

  /**
   * Renders the configuration. A placeholder takes its value from the accessors or entries of
   * {@code context}, otherwise from {@code surroundings}.
   */
  public String fill(Object context, Object surroundings) {
    StringWriter filled = new StringWriter();
    template.execute(context, surroundings, filled);
    return filled.toString();
  }
}
