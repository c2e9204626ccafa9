package io.meshgauge.config.jmx;

import io.meshgauge.topology.ProgramSpec.Jar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A standard plugin of JMeter, by the name that its plugin manager gives it. Its jars are pinned by
 * checksum and need no others but those of JMeter.
 *
 * @param name for example {@code jpgc-casutg}
 * @param classes beginnings of the names of its classes
 * @param jars on Maven Central
 */
public record Plugin(String name, List<String> classes, List<Jar> jars) {
  /** Shared by the plugins of the group {@code kg.apc}. */
  private static final Jar COMMON =
      jar(
          "kg.apc",
          "jmeter-plugins-cmn-jmeter",
          "0.7",
          "98124a4ea7c68f099835a00d91ce84b3d0e537d88dd4ca63ba8af704193bf3e6");

  private static final List<Plugin> KNOWN =
      List.of(
          plugin(
              "jpgc-casutg",
              List.of(
                  "kg.apc.jmeter.threads.",
                  "com.blazemeter.jmeter.threads.",
                  "com.blazemeter.jmeter.control."),
              jar(
                  "kg.apc",
                  "jmeter-plugins-casutg",
                  "2.10",
                  "49f8f78d24c6c217b2ba233bc18920d9fc7006d8709b84c8a609795295e702dd")),
          plugin(
              "jpgc-tst",
              List.of("kg.apc.jmeter.timers."),
              jar(
                  "kg.apc",
                  "jmeter-plugins-tst",
                  "2.5",
                  "ec4b1244d69de81cbec3414b23674f84355428041cb9b7a66948bf8f412df7ee")),
          plugin(
              "jpgc-dummy",
              List.of("kg.apc.jmeter.samplers.Dummy"),
              jar(
                  "kg.apc",
                  "jmeter-plugins-dummy",
                  "0.4",
                  "a0e75fe56cd571a5ac35a7691962104d296907858046e0f1dfff5c679f05fa8b")),
          plugin(
              "jpgc-prmctl",
              List.of("kg.apc.jmeter.control.Parameterized", "kg.apc.jmeter.control.sampler."),
              jar(
                  "kg.apc",
                  "jmeter-plugins-prmctl",
                  "0.4",
                  "1ec31415bb4d1ec4ec8f129dbc783e3636e4f1da7b0ce69ea2b16ab0a9fc4566")),
          plugin(
              "jpgc-functions",
              List.of("kg.apc.jmeter.functions."),
              jar(
                  "kg.apc",
                  "jmeter-plugins-functions",
                  "2.1",
                  "a598ca0be6a7ca5200da185c995530c2cd52cd180c93d86908de9ea149a809a8")),
          plugin(
              "jpgc-fifo",
              List.of("kg.apc.jmeter.modifiers.Fifo"),
              jar(
                  "kg.apc",
                  "jmeter-plugins-fifo",
                  "0.2",
                  "de9b767674f71c7593588c5c9391b4b605b1f8c111ff4b786e91c32d9cdb41c8")),
          plugin(
              "jpgc-graphs-basic",
              List.of("kg.apc.jmeter.vizualizers."),
              jar(
                  "kg.apc",
                  "jmeter-plugins-graphs-basic",
                  "2.0",
                  "de99df6a9697f0b64f11461c95f010fcb20430dc8307a58728b20254c61402be")),
          plugin(
              "bzm-parallel",
              List.of("com.blazemeter.jmeter.controller.Parallel"),
              jar(
                  "com.blazemeter",
                  "jmeter-parallel",
                  "0.11",
                  "7f067d0963f6b060066b4a9936974b34ff70dbabdbd3258f30e5bd1af4b21f9b")));

  /** Gets the jars of plugins. */
  @FunctionalInterface
  public interface Source {
    /**
     * The folder with exactly the jars of these plugins.
     *
     * @throws RuntimeException with the reason if they cannot be had
     */
    Path folder(List<Plugin> plugins);
  }

  public Plugin {
    classes = List.copyOf(classes);
    jars = List.copyOf(jars);
  }

  private static Plugin plugin(String name, List<String> classes, Jar own) {
    List<Jar> jars = new ArrayList<>(List.of(own));
    if (own.group().equals(COMMON.group())) {
      jars.add(COMMON);
    }
    return new Plugin(name, classes, jars);
  }

  private static Jar jar(String group, String name, String version, String sha256) {
    return new Jar(name, group, name, version, "", sha256);
  }

  /** Names of all known plugins. */
  public static List<String> names() {
    return KNOWN.stream().map(Plugin::name).toList();
  }

  /** A plugin by its name. */
  public static Optional<Plugin> named(String name) {
    return KNOWN.stream().filter(it -> it.name.equals(name)).findFirst();
  }

  /** The plugin that has a class. */
  static Optional<Plugin> having(String type) {
    return KNOWN.stream().filter(it -> it.classes.stream().anyMatch(type::startsWith)).findFirst();
  }
}
