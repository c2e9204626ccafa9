package io.meshgauge.platform.kubernetes.objects;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files of a user's plan in the ConfigMap of the load workers, and the command that finds them.
 *
 * <p>Keys of a ConfigMap have no folders, so the volume maps them to the paths that the plan uses.
 *
 * @param paths the files by their paths below the volume, in the order of their keys
 */
public record PlanVolume(Map<String, Path> paths) {
  private static final String PLUGINS = "plugins/";

  /** Jib's folders of the image, then the stock components, then the plugins of the volume. */
  private static final String CLASS_PATH =
      "/app/classpath/*:/app/classes:/app/resources:/app/libs/*:/app/stock/*:/plan/plugins/*";

  private static final String GUARD = "-javaagent:/app/stock/network-guard.jar";

  /** As on one machine; the pod's memory is larger than its heap. */
  private static final String HEAP = "-Xmx768m";

  private static final String MEMORY = "1Gi";

  public PlanVolume {
    paths = new LinkedHashMap<>(paths);
  }

  /**
   * The files of a plan.
   *
   * @throws PlatformException if the folder of its plugins cannot be read
   */
  public static PlanVolume of(OwnFile own) {
    Path jmx = Path.of(own.jmx());
    Path folder = Optional.ofNullable(jmx.getParent()).orElse(Path.of(""));
    Map<String, Path> paths = new LinkedHashMap<>();
    paths.put(String.valueOf(jmx.getFileName()), jmx);
    own.data()
        .forEach(data -> paths.put(Path.of(data).normalize().toString(), folder.resolve(data)));
    own.plugins()
        .map(Path::of)
        .ifPresent(plugins -> jars(plugins).forEach((name, jar) -> paths.put(name, jar)));
    return new PlanVolume(paths);
  }

  private static Map<String, Path> jars(Path plugins) {
    Map<String, Path> jars = new LinkedHashMap<>();
    try (Stream<Path> files = Files.list(plugins)) {
      for (Path jar : new TreeSet<>(files.filter(it -> it.toString().endsWith(".jar")).toList())) {
        jars.put(PLUGINS + jar.getFileName(), jar);
      }
    } catch (IOException e) {
      throw new PlatformException(
          "cannot read the folder of plugins %s: %s".formatted(plugins, e.getMessage()), e);
    }
    return jars;
  }

  /** Fills the ConfigMap; every file is binary, so that any encoding arrives as it is. */
  public void fill(ObjectNode configMap) {
    ObjectNode data = configMap.withObjectProperty("binaryData");
    int index = 0;
    for (Path file : paths.values()) {
      data.put(key(index++), Base64.getEncoder().encodeToString(bytes(file)));
    }
  }

  /** Maps the keys to paths in the volume of the job's pods. */
  public void mount(ObjectNode job) {
    for (var volume : job.withObject("/spec/template/spec").withArrayProperty("volumes")) {
      if (volume.path("name").asText().equals("plan")) {
        ArrayNode items = volume.withObject("/configMap").withArrayProperty("items");
        int index = 0;
        for (String path : paths.keySet()) {
          items.addObject().put("key", key(index++)).put("path", path);
        }
      }
    }
  }

  /** Lets the container start with the stock components and plugins, and with more memory. */
  public void command(ObjectNode container) {
    ArrayNode command = container.putArray("command");
    command.add("java").add("@/app/java.args").add(HEAP).add(GUARD).add("-cp").add(CLASS_PATH);
    command.add("io.meshgauge.load.worker.LoadWorker");
    container.withObject("/resources/requests").put("memory", MEMORY);
    container.withObject("/resources/limits").put("memory", MEMORY);
  }

  /** The jars of plugins inside of the pods, in which JMeter looks for functions. */
  public Optional<String> searchPaths() {
    String jars =
        String.join(
            ";",
            paths.keySet().stream()
                .filter(path -> path.startsWith(PLUGINS))
                .map(path -> "/plan/" + path)
                .toList());
    return jars.isEmpty() ? Optional.empty() : Optional.of(jars);
  }

  private static String key(int index) {
    return "file-" + index;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new PlatformException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
