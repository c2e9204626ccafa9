package io.meshgauge.config;

import static io.meshgauge.config.PlanKeys.JMX;
import static io.meshgauge.config.PlanKeys.JTL;
import static io.meshgauge.config.PlanKeys.PLUGINS;
import static io.meshgauge.config.PlanKeys.TARGET;

import io.meshgauge.config.jmx.Components;
import io.meshgauge.config.jmx.JmxCheck;
import io.meshgauge.config.jmx.JmxDocument;
import io.meshgauge.config.jmx.JmxException;
import io.meshgauge.config.jmx.Plugin;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys {@code jmx}, {@code plugins}, {@code target} and {@code jtl} of a plan: the user's
 * own JMeter plan, which is checked as a whole before anything is deployed.
 */
final class OwnPlanReader {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  /** Seconds of a schedule that pass while a window is prepared, and with the warm-up before. */
  private static final int PREPARATION = 8;

  private static final int BEFORE = PREPARATION + 5;

  private static final long MOST_WARM_UP = 60;

  private final PlanFiles files;
  private final Problems problems;

  OwnPlanReader(PlanFiles files, Problems problems) {
    this.files = files;
    this.problems = problems;
  }

  /** Refuses the keys of own plans where there is no {@code jmx}. */
  void refuseWithoutFile(Section section) {
    for (Key<?> key : List.of(PLUGINS, TARGET, JTL)) {
      if (section.has(key)) {
        problems.wrong(
            section.place(key),
            "%s: without jmx:".formatted(key.name()),
            "%s only for a JMeter plan of your own".formatted(key.name()),
            "add jmx: FILE.jmx, or remove " + key.name());
      }
    }
  }

  /**
   * Reads an own plan.
   *
   * @param properties of the plan
   * @param requested its window; empty if no file and no option says so
   * @param otherwise its window then, unless the plan has a schedule of its own
   * @return empty if something is wrong
   */
  Optional<Plan> read(
      Section section,
      Value.Scalar name,
      SortedMap<String, String> properties,
      Optional<Duration> requested,
      Duration otherwise) {
    checkName(name);
    Optional<Path> plugins = plugins(section);
    Optional<String> target = section.get(TARGET);
    boolean jtl = section.get(JTL, false);
    return section
        .get(JMX)
        .flatMap(it -> path(it).filter(file -> exists(file, it)))
        .flatMap(
            file ->
                summary(file, plugins, target, properties)
                    .map(
                        found -> {
                          OwnFile own =
                              new OwnFile(
                                  file.toString(),
                                  found.data(),
                                  plugins.map(Path::toString),
                                  target,
                                  jtl,
                                  found.closedLoop(),
                                  found.labels(),
                                  found.openModel());
                          Duration window = requested.orElseGet(() -> window(found, otherwise));
                          SortedMap<String, String> all = new TreeMap<>(properties);
                          warmUp(section, found, window)
                              .ifPresent(it -> all.putIfAbsent("warmupSeconds", it.toString()));
                          return new Plan(
                              name.text(), window, all, Optional.of(own), Optional.empty());
                        }));
  }

  /** The window of a plan with a schedule: all of its arrivals, or what is left of its threads. */
  private static Duration window(JmxCheck.Summary found, Duration otherwise) {
    long most =
        found.seconds().isEmpty()
            ? otherwise.toSeconds()
            : Math.min(otherwise.toSeconds(), (long) found.seconds().getAsDouble() - BEFORE);
    Duration window = found.openModel().map(OpenModel::length).orElse(Duration.ofSeconds(most));
    return window.compareTo(Plan.MIN_DURATION) < 0 ? Plan.MIN_DURATION : window;
  }

  /** The longest warm-up of a plan that ends by itself, in seconds; empty for others. */
  private Optional<Long> warmUp(Section section, JmxCheck.Summary found, Duration window) {
    if (found.seconds().isEmpty()) {
      return Optional.empty();
    }
    long ends = (long) found.seconds().getAsDouble();
    long left = ends - PREPARATION - window.toSeconds();
    if (left < BEFORE - PREPARATION) {
      long most = ends - BEFORE;
      problems.wrong(
          section.place(PlanKeys.DURATION),
          "the plan ends by itself after %d s, and its window is %d s"
              .formatted(ends, window.toSeconds()),
          "at least %d s of the plan before its window, for the warm-up and what prepares the window"
              .formatted(BEFORE),
          (most < Plan.MIN_DURATION.toSeconds() ? "" : "write duration: %ds; or ".formatted(most))
              + "make the schedule longer in JMeter, or stretch a copy of it over the window: ./meshgauge plan convert");
    }
    return Optional.of(Math.max(1, Math.min(MOST_WARM_UP, left)));
  }

  private void checkName(Value.Scalar name) {
    if (!NAME.matcher(name.text()).matches()
        || files.reserved().contains(Plan.current(name.text()))) {
      problems.wrong(
          name.place(),
          "%s cannot be the name of your own plan".formatted(name.describe()),
          "letters, digits, dots and dashes, at most 40, and none of "
              + String.join(", ", files.reserved()),
          "choose another name; the file may be called as it is");
    }
  }

  private Optional<JmxCheck.Summary> summary(
      Path file, Optional<Path> plugins, Optional<String> target, Map<String, String> properties) {
    @Nullable JmxDocument plan = document(file);
    if (plan == null) {
      return Optional.empty();
    }
    Optional<Components> components = Components.of(files.worker(), plugins);
    try {
      Path folder = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
      return Optional.of(
          new JmxCheck(plan, folder, components, target, properties, problems).check());
    } finally {
      components.ifPresent(Components::close);
    }
  }

  private @Nullable JmxDocument document(Path file) {
    try {
      return JmxDocument.read(file);
    } catch (JmxException e) {
      e.report(problems);
      return null;
    }
  }

  private boolean exists(Path file, Value.Scalar written) {
    if (Files.isRegularFile(file)) {
      return true;
    }
    problems.wrong(
        written.place(),
        "jmx is %s, and there is no file %s".formatted(written.describe(), file.toAbsolutePath()),
        "the path of a JMeter plan, relative to the experiment file",
        "correct the path");
    return false;
  }

  private Optional<Path> plugins(Section section) {
    Optional<Value> written = section.value(PLUGINS.name());
    if (!(written.orElse(null) instanceof Value.Scalar scalar)) {
      return written.flatMap(it -> named(section));
    }
    Optional<Path> folder = path(scalar);
    if (folder.isPresent() && !hasJars(folder.get())) {
      problems.wrong(
          scalar.place(),
          "plugins is %s, and %s has no jars"
              .formatted(scalar.describe(), folder.get().toAbsolutePath()),
          "a folder with the jars of JMeter plugins, relative to the experiment file",
          "correct the path, or remove plugins");
      return Optional.empty();
    }
    return folder;
  }

  /** The folder with the jars of standard plugins. */
  private Optional<Path> named(Section section) {
    List<Plugin> plugins = section.get(PLUGINS, PlanKeys.NAMED_PLUGINS).orElse(List.of());
    if (plugins.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(files.plugins().folder(plugins));
    } catch (RuntimeException e) {
      problems.missing(
          section.place(PLUGINS),
          "the plugins cannot be had: " + e.getMessage(),
          "Maven, as mvn on the PATH, and its repository",
          "install mvn, or put the jars into a folder: plugins: DIR");
      return Optional.empty();
    }
  }

  private static boolean hasJars(Path folder) {
    try {
      return !Components.jarsIn(folder).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** A path relative to the file that names it. */
  private Optional<Path> path(Value.Scalar written) {
    try {
      Path base = Path.of(written.place().source()).getParent();
      return Optional.of(base == null ? Path.of(written.text()) : base.resolve(written.text()));
    } catch (InvalidPathException e) {
      problems.wrong(
          written.place(), "%s is no path".formatted(written.describe()), "a path", "correct it");
      return Optional.empty();
    }
  }
}
