package io.meshgauge.config.jmx;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The classes that elements of plans can have: those of the built load worker, of its stock
 * components and of a folder of plugins. No class is loaded.
 */
public final class Components implements AutoCloseable {
  private static final String ALIASES = "bin/saveservice.properties";
  private static final String RENAMED = "bin/upgrade.properties";

  private static final String JMETER = "org.apache.jmeter.";

  /** JMeter's own back end of logging, which the load worker replaces. */
  private static final String LOGGING = "org.apache.logging.log4j.core.";

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private final URLClassLoader jars;
  private final Map<String, Optional<String>> missing = new HashMap<>();
  private final Properties aliases = new Properties();
  private final Properties renamed = new Properties();

  private Components(List<Path> files) throws IOException {
    URL[] urls = new URL[files.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = url(files.get(i));
    }
    jars = new URLClassLoader(urls, null);
    Properties written = new Properties();
    load(ALIASES, written);
    written.forEach(
        (names, type) -> {
          for (String name : names.toString().split(",", -1)) {
            aliases.setProperty(name, type.toString());
          }
        });
    load(RENAMED, renamed);
  }

  private static URL url(Path file) throws MalformedURLException {
    return file.toUri().toURL();
  }

  private void load(String name, Properties into) throws IOException {
    try (InputStream in = jars.getResourceAsStream(name)) {
      if (in != null) {
        into.load(in);
      }
    }
  }

  /**
   * The components of a worker.
   *
   * @param worker folder with {@code lib} and {@code stock}
   * @param plugins folder with jars; empty for none
   * @return empty if the worker is not built
   */
  public static Optional<Components> of(Path worker, Optional<Path> plugins) {
    try {
      List<Path> files = new ArrayList<>(jarsIn(worker.resolve("lib")));
      if (files.isEmpty()) {
        return Optional.empty();
      }
      files.addAll(jarsIn(worker.resolve("stock")));
      if (plugins.isPresent()) {
        files.addAll(jarsIn(plugins.get()));
      }
      Components found = new Components(files);
      return found.aliases.isEmpty() ? Optional.empty() : Optional.of(found);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The jars of a folder, sorted; none if it does not exist. */
  public static List<Path> jarsIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(it -> it.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * The class of a type that is not on the class path, or is there and needs one that is not; empty
   * if it can be used.
   */
  Optional<String> missing(String type) {
    return missing.computeIfAbsent(type, this::examined);
  }

  private Optional<String> examined(String type) {
    String name = aliases.getProperty(type, type).replace("_-", "$");
    String current = renamed.getProperty(name, name);
    if (current.isEmpty() || jars.findResource(file(current)) == null) {
      return Optional.of(name);
    }
    return unlinked(current, new HashSet<>())
        .map(it -> "%s, which needs %s".formatted(name, it.replace('/', '.')));
  }

  private static String file(String type) {
    return type.replace('.', '/') + ".class";
  }

  /**
   * A class that one of JMeter's own needs, itself or through others of its package, and that is
   * absent. Those of plugins may name classes that they can do without.
   */
  private Optional<String> unlinked(String type, Set<String> seen) {
    URL found = jars.findResource(file(type));
    if (found == null || !type.startsWith(JMETER) || !seen.add(type)) {
      return Optional.empty();
    }
    List<String> references;
    try (InputStream in = found.openStream()) {
      references = ClassFile.references(in);
    } catch (IOException e) {
      // Not known; the load worker says what it cannot read.
      return Optional.empty();
    }
    String folder = type.substring(0, type.lastIndexOf('.') + 1);
    for (String reference : references) {
      String name = reference.replace('/', '.');
      Optional<String> absent = name.startsWith(folder) ? unlinked(name, seen) : Optional.empty();
      if (absent.isPresent()) {
        return absent;
      }
      if (!name.startsWith(LOGGING)
          && jars.findResource(file(name)) == null
          && PLATFORM.getResource(file(name)) == null) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /** Names of the classes that offer a service, in every jar. */
  List<String> offering(String service) {
    List<String> names = new ArrayList<>();
    try {
      for (URL list : Collections.list(jars.findResources("META-INF/services/" + service))) {
        try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(list.openStream(), StandardCharsets.UTF_8))) {
          lines.lines().map(String::strip).filter(it -> !it.startsWith("#")).forEach(names::add);
        }
      }
    } catch (IOException e) {
      // A list that cannot be read offers nothing.
    }
    names.removeIf(String::isEmpty);
    return names;
  }

  @Override
  public void close() {
    try {
      jars.close();
    } catch (IOException e) {
      // Only read from; nothing is lost.
    }
  }
}
