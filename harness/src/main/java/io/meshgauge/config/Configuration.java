package io.meshgauge.config;

import io.meshgauge.config.jmx.Plugin;
import io.meshgauge.config.section.Layers;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import io.meshgauge.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Resolves a file or a built-in profile, with overrides, to an experiment.
 *
 * <p>Every method throws an {@link InvalidInputException} with all problems at once.
 */
public final class Configuration {
  /** Experiment files: the shape needs four levels. */
  static final YamlReader.Format FORMAT =
      new YamlReader.Format(
          "experiment",
          "keys such as variants: and plans:",
          "docs/experiment-file.md",
          64 * 1024,
          16,
          16);

  private static final String REFERENCE = "reference.yaml";

  /** The line of the reference that is replaced by the images of the products. */
  private static final String IMAGES = "(?m)^ *# IMAGES.*\\R";

  private final List<Product> meshes;
  private final Path home;
  private final PlanFiles plans;
  private final Profiles profiles;

  /**
   * The configuration of an installation.
   *
   * @param home root folder of the project, which has the plans
   * @param meshes all products
   * @param plugins gets the jars of JMeter plugins
   */
  public Configuration(Path home, List<Product> meshes, Plugin.Source plugins) {
    this.meshes = List.copyOf(meshes);
    this.home = home;
    this.plans = new PlanFiles(home, plugins);
    this.profiles = new Profiles(meshes);
  }

  /** The configuration of an installation that gets no plugins. */
  public Configuration(Path home, List<Product> meshes) {
    this(
        home,
        meshes,
        plugins -> {
          throw new IllegalStateException("no plugins are fetched here");
        });
  }

  /** The images of the registered products. */
  private static String images() {
    StringBuilder lines = new StringBuilder();
    Products.images()
        .forEach(
            (program, image) -> {
              List<String> keys = Products.keysRunning(program);
              if (!keys.isEmpty()) {
                lines.append(
                    "  %1$s-image: %2$s # for %3$s (-Dkube.%1$s-image)%n"
                        .formatted(program, image, String.join(" and ", keys)));
              }
            });
    return Matcher.quoteReplacement(lines.toString());
  }

  /** The defaults, which are also the reference manual of the file format. */
  public static String reference() {
    try (InputStream in = Configuration.class.getResourceAsStream(REFERENCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "%s is not on the class path next to %s: rebuild the harness"
                .formatted(REFERENCE, Configuration.class.getName()));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceFirst(IMAGES, images());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + REFERENCE, e);
    }
  }

  /** The built-in experiments. */
  public Profiles profiles() {
    return profiles;
  }

  /** The available JMeter plans. */
  public PlanFiles plans() {
    return plans;
  }

  /** The experiment of a file if it exists, otherwise of a profile. */
  public ExperimentFile fileOrProfile(String name, Overrides overrides) {
    Path file = Path.of(name);
    boolean looksLikeFile = name.endsWith(".yaml") || name.endsWith(".yml");
    return looksLikeFile || Files.isRegularFile(file)
        ? file(file, overrides)
        : profile(name, overrides);
  }

  /** The experiment of a file; its default name is that of the file. */
  public ExperimentFile file(Path file, Overrides overrides) {
    Problems problems = new Problems();
    Value.Mapping user = readFile(file, problems);
    Value.Mapping named = Layers.over(named(file), user);
    return complete(named, overrides, problems);
  }

  /** The experiment of a built-in profile. */
  public ExperimentFile profile(String name, Overrides overrides) {
    Problems problems = new Problems();
    List<Variant> chosen = profiles.variants(name, platform(overrides), problems);
    problems.refuseIfAny();
    Place place = Place.of("profile " + name);
    return complete(builtIn(name, chosen, place), overrides, problems);
  }

  /**
   * The comparison of meshes with the baseline.
   *
   * @param named keys of meshes; if empty, every mesh that can run
   */
  public ExperimentFile comparison(List<String> named, Overrides overrides) {
    if (named.isEmpty()) {
      return profile(Profiles.COMPARE, overrides);
    }
    Place place = Place.of("the command line");
    return complete(
        builtIn(Profiles.COMPARE, named.stream().map(Variant::plain).toList(), place),
        overrides,
        new Problems());
  }

  private static Value.Mapping builtIn(String name, List<Variant> chosen, Place place) {
    boolean soak = name.equals(Profiles.SOAK);
    Stream<Variant> first = soak ? Stream.empty() : Stream.of(Variant.plain(Variant.BASELINE));
    List<Object> variants =
        Stream.concat(first, chosen.stream()).distinct().map(Configuration::written).toList();
    Map<String, Object> tree = new LinkedHashMap<>(Map.of("name", name, "variants", variants));
    if (soak) {
      tree.put("plans", List.of(Plan.SOAK));
    }
    return Value.mapping(tree, place);
  }

  /** A variant as a file has it. */
  private static Object written(Variant variant) {
    return variant.equals(Variant.plain(variant.mesh()))
        ? variant.mesh()
        : Map.of("name", variant.name(), "mesh", variant.mesh(), "settings", variant.settings());
  }

  /**
   * The scoring rules of a file, for a report with other targets or weights. Only its section
   * {@code scoring} is read.
   */
  public ScoringRules scoring(Path file) {
    Problems problems = new Problems();
    Value.Mapping user = readFile(file, problems);
    Section top =
        Section.of(Layers.over(defaults(problems), user), ExperimentReader.KEYS, problems);
    Optional<ScoringRules> rules =
        top.get(ExperimentReader.SCORING).flatMap(new ScoringReader(problems)::read);
    problems.refuseIfAny();
    return rules.orElseThrow();
  }

  /**
   * The cluster of the options.
   *
   * @return empty if they name none
   */
  public Optional<ClusterTarget> cluster(Overrides overrides) {
    if (!overrides.values().containsKey(Overrides.CONTEXT)) {
      return Optional.empty();
    }
    Problems problems = new Problems();
    Value.Mapping tree = overrides.over(defaults(problems), problems);
    Section top = Section.of(tree, ExperimentReader.KEYS, problems);
    Optional<ClusterTarget> target =
        top.get(ExperimentReader.CLUSTER)
            .map(it -> ClusterReader.read(it, PlatformKind.KUBERNETES, 1, problems));
    problems.refuseIfAny();
    return target;
  }

  private ExperimentFile complete(Value.Mapping user, Overrides overrides, Problems problems) {
    Value.Mapping tree = overrides.over(Layers.over(defaults(problems), user), problems);
    return new ExperimentReader(meshes, home, plans, problems).read(tree);
  }

  /** Whether a value is a default that no file and no option sets. */
  static boolean isDefault(Place place) {
    return place.source().equals(REFERENCE);
  }

  private static Value.Mapping defaults(Problems problems) {
    return new YamlReader(REFERENCE, FORMAT, problems).read(reference()).orElseThrow();
  }

  private static Value.Mapping readFile(Path file, Problems problems) {
    Optional<Value.Mapping> read = Optional.empty();
    try {
      read = new YamlReader(file.toString(), FORMAT, problems).read(Files.readString(file));
    } catch (IOException e) {
      problems.wrong(
          Place.of(file.toString()),
          "cannot be read: " + e.getClass().getSimpleName(),
          "a readable experiment file in UTF-8",
          "check the path; \"meshgauge list\" shows the built-in experiments");
    }
    if (read.isEmpty()) {
      problems.refuseIfAny();
    }
    return read.orElseThrow();
  }

  /** A name derived from the file name: lower case, other characters replaced by dashes. */
  private static Value.Mapping named(Path file) {
    String stem = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
    String name =
        stem.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String usable = name.isEmpty() ? "experiment" : name.substring(0, Math.min(40, name.length()));
    return Value.mapping(Map.of("name", usable), Place.of(file.toString()));
  }

  private static PlatformKind platform(Overrides overrides) {
    String named = overrides.values().getOrDefault("platform", PlatformKind.LOCAL.key());
    return named.equals(PlatformKind.KUBERNETES.key())
        ? PlatformKind.KUBERNETES
        : PlatformKind.LOCAL;
  }
}
