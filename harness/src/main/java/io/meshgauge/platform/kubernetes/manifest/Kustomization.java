package io.meshgauge.platform.kubernetes.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.zjsonpatch.JsonPatch;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Renders a folder of manifests with a {@code kustomization.yaml} (or {@code kustomization.yml},
 * {@code Kustomization}), as {@code kubectl apply -k} does.
 *
 * <p>Supports {@code resources} (files and folders) and {@code patches} (JSON patches, RFC 6902,
 * with a target); refuses all other keys.
 */
public final class Kustomization {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** The names that kubectl takes, in its order. */
  private static final List<String> FILES =
      List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

  private static final Pattern REMOTE =
      Pattern.compile("[a-z+]+://.*|git@.*|github\\.com/.*|.*\\?ref=.*");
  private static final String RENDERED =
      "render it first, with `kustomize build FOLDER >FILE` or `helm template NAME CHART >FILE`, and name that file";
  private static final Set<String> KEYS = Set.of("apiVersion", "kind", "resources", "patches");
  private static final Set<String> PATCH_KEYS = Set.of("target", "patch", "path");
  private static final Set<String> TARGET_KEYS =
      Set.of("group", "version", "kind", "name", "labelSelector");

  private final Path folder;

  private Kustomization(Path folder) {
    this.folder = folder;
  }

  /**
   * The patched objects of a folder, in order.
   *
   * @throws PlatformException naming the file that is missing or invalid
   */
  public static List<ObjectNode> render(Path folder) {
    return located(folder).stream().map(Located::object).toList();
  }

  /**
   * The patched objects of a folder, in order, with their places.
   *
   * @throws PlatformException naming the file that is missing or invalid
   */
  public static List<Located> located(Path folder) {
    return new Kustomization(folder.normalize()).objects();
  }

  /** Whether a folder is a kustomization. */
  public static boolean isIn(Path folder) {
    return file(folder).isPresent();
  }

  private static Optional<Path> file(Path folder) {
    return FILES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }

  /** Parses an object that the harness has generated. */
  public static ObjectNode object(String yaml) {
    try {
      return (ObjectNode) YAML.readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException("not the YAML of an object: " + yaml, e);
    }
  }

  /** The documents of a YAML file. */
  public static List<ObjectNode> documents(Path file) {
    return documentsOf(file).stream().map(Located::object).toList();
  }

  /**
   * The documents of a YAML file with their places.
   *
   * @throws PlatformException if it cannot be read
   */
  public static List<Located> documentsOf(Path file) {
    List<Located> documents = new ArrayList<>();
    try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(file.toFile())) {
      while (all.hasNextValue()) {
        int line = all.getParser().currentTokenLocation().getLineNr();
        JsonNode document = all.nextValue();
        if (document instanceof ObjectNode object) {
          documents.add(new Located(object, file, line));
        } else if (document != null && !document.isNull()) {
          throw new PlatformException(
              "%s contains a document that is not an object".formatted(file));
        }
      }
      return documents;
    } catch (IOException e) {
      throw new PlatformException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private List<Located> objects() {
    Path file = file(folder).orElseGet(() -> folder.resolve(FILES.get(0)));
    List<ObjectNode> found = documents(file);
    if (found.size() != 1) {
      throw new PlatformException(
          "%s contains %d documents; expected one".formatted(file, found.size()));
    }
    ObjectNode kustomization = found.get(0);
    refuseUnknown(kustomization, KEYS, file);
    List<Located> objects = new ArrayList<>();
    for (JsonNode resource : kustomization.path("resources")) {
      if (REMOTE.matcher(resource.asText()).matches()) {
        throw new PlatformException(
            "%s: the resource '%s' is elsewhere; expected files and folders: %s"
                .formatted(file, resource.asText(), RENDERED));
      }
      Path path = folder.resolve(resource.asText()).normalize();
      objects.addAll(Files.isDirectory(path) ? located(path) : documentsOf(path));
    }
    for (JsonNode patch : kustomization.path("patches")) {
      objects = patched(objects, patch, file);
    }
    return objects;
  }

  private List<Located> patched(List<Located> objects, JsonNode patch, Path file) {
    refuseUnknown(patch, PATCH_KEYS, file);
    JsonNode target = patch.path("target");
    if (!target.isObject() || target.isEmpty()) {
      throw new PlatformException(
          "%s: a patch has no target; expected one of %s"
              .formatted(file, TARGET_KEYS.stream().sorted().toList()));
    }
    if (patch.has("patch") == patch.has("path")) {
      throw new PlatformException(
          "%s: a patch for %s; expected either patch or path".formatted(file, target));
    }
    refuseUnknown(target, TARGET_KEYS, file);
    JsonNode operations = operations(patch, file);
    List<Located> result = new ArrayList<>();
    int hits = 0;
    for (Located object : objects) {
      boolean meant = matches(object.object(), target);
      hits += meant ? 1 : 0;
      result.add(meant ? object.with(apply(operations, object.object(), file)) : object);
    }
    if (hits == 0) {
      throw new PlatformException(
          "%s: the target %s of a patch matches no object".formatted(file, target));
    }
    return result;
  }

  private JsonNode operations(JsonNode patch, Path file) {
    try {
      JsonNode operations =
          patch.has("path")
              ? YAML.readTree(folder.resolve(patch.path("path").asText()).toFile())
              : YAML.readTree(patch.path("patch").asText());
      if (operations == null || !operations.isArray()) {
        throw new PlatformException(
            "%s: a patch is not a list of operations (RFC 6902)".formatted(file));
      }
      return operations;
    } catch (IOException e) {
      throw new PlatformException(
          "%s: a patch cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static ObjectNode apply(JsonNode operations, ObjectNode object, Path file) {
    try {
      return (ObjectNode) JsonPatch.apply(operations, object);
    } catch (RuntimeException e) {
      throw new PlatformException(
          "%s: a patch does not fit %s %s: %s"
              .formatted(file, object.path("kind").asText(), Manifest.name(object), e.getMessage()),
          e);
    }
  }

  private static boolean matches(ObjectNode object, JsonNode target) {
    String[] api = object.path("apiVersion").asText().split("/");
    return same(target.path("kind"), object.path("kind").asText())
        && same(target.path("name"), Manifest.name(object))
        && same(target.path("group"), api.length > 1 ? api[0] : "")
        && same(target.path("version"), api[api.length - 1])
        && labelled(target.path("labelSelector").asText(""), object);
  }

  /** Kustomize treats name and kind of a target as anchored regular expressions. */
  private static boolean same(JsonNode wanted, String found) {
    return wanted.isMissingNode() || found.matches(wanted.asText());
  }

  private static boolean labelled(String selector, ObjectNode object) {
    JsonNode labels = object.path("metadata").path("labels");
    return Arrays.stream(selector.split(","))
        .filter(it -> !it.isBlank())
        .map(it -> it.strip().split("=", 2))
        .allMatch(pair -> pair.length == 2 && labels.path(pair[0]).asText("").equals(pair[1]));
  }

  private static void refuseUnknown(JsonNode node, Set<String> known, Path file) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!known.contains(field.getKey())) {
        throw new PlatformException(
            "%s: '%s' is not supported here; expected %s; or %s"
                .formatted(file, field.getKey(), known.stream().sorted().toList(), RENDERED));
      }
    }
  }
}
