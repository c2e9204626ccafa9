package io.meshgauge.platform.kubernetes.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;

/**
 * An object and where it was read.
 *
 * @param object as patched
 * @param file that contains it
 * @param line of the file at which it starts
 */
public record Located(ObjectNode object, Path file, int line) {
  /** The same place with another state of the object. */
  Located with(ObjectNode other) {
    return new Located(other, file, line);
  }

  /** Place, kind and name, for messages. */
  public String title() {
    return "%s:%d: %s".formatted(file, line, Manifest.title(object));
  }
}
