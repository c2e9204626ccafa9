package io.meshgauge.config;

import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.PlatformSupport;
import io.meshgauge.product.PolicySettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The reader of {@code variants}: the columns of the report, the baseline first. */
final class VariantsReader {
  static final Keys KEYS = new Keys("a variant");
  private static final Key<Value.Scalar> NAME = KEYS.key("name", Form.placed("a name"));
  private static final Key<Value.Scalar> MESH =
      KEYS.key(
          "mesh",
          Form.placed("the name of a mesh")
              .suggesting(Products.all().stream().map(it -> it.descriptor().key()).toList()));
  private static final Key<String> POLICY =
      KEYS.key("policy", Form.text("the name of a policy").suggesting(PolicySettings.NAMES));
  private static final Key<String> TELEMETRY =
      KEYS.key(
          "telemetry",
          Form.text("the name of a telemetry setting")
              .suggesting(Telemetry.ALL.stream().map(Telemetry::name).toList()));
  private static final Key<SortedMap<String, String>> SETTINGS =
      KEYS.key("settings", Form.map(Form.TEXT));

  /** A variant by its mesh, or in full. */
  static final Form<List<Section>> FORM = Form.list(Form.section(KEYS, MESH));

  private final List<Product> meshes;
  private final PlatformKind platform;
  private final Topology topology;
  private final Problems problems;
  private final Map<String, Place> names = new HashMap<>();

  /**
   * @param topology the services that variants may name
   */
  VariantsReader(
      List<Product> meshes, PlatformKind platform, Topology topology, Problems problems) {
    this.meshes = List.copyOf(meshes);
    this.topology = topology;
    this.platform = platform;
    this.problems = problems;
  }

  /** The variants that could be read; those of a soak, which are compared with nothing. */
  List<Variant> read(List<Section> items) {
    List<Variant> variants = new ArrayList<>();
    for (Section item : items) {
      variant(item).ifPresent(variants::add);
    }
    return variants;
  }

  /** The variants that could be read, with the baseline in front, added where it was not listed. */
  List<Variant> read(List<Section> items, List<String> notes) {
    List<Variant> variants = read(items);
    if (!names.containsKey(Variant.BASELINE)) {
      variants.add(Variant.plain(Variant.BASELINE));
      notes.add(
          "The baseline was not among the variants and is measured too:"
              + " every comparison needs one of the same session.");
    }
    variants.sort(Comparator.comparing(variant -> !variant.isBaseline()));
    return variants;
  }

  private Optional<Variant> variant(Section section) {
    Optional<Value.Scalar> mesh = section.get(MESH);
    Optional<Value.Scalar> name = section.get(NAME).or(() -> mesh);
    if (name.isEmpty()) {
      problems.wrong(section.place(), "a variant without name", "name: or mesh:", "give it a name");
      return Optional.empty();
    }
    Value.Scalar product = mesh.orElse(name.get());
    Variant variant =
        new Variant(
            name.get().text(),
            product.text(),
            section.get(POLICY, "none"),
            section.get(TELEMETRY, "default"),
            section.get(SETTINGS, new TreeMap<>()));
    checkMesh(variant, product, places(section));
    return Optional.of(checked(variant, name.get(), product));
  }

  /** Where the things a mesh may refuse are written, by the word it will call them. */
  private static Map<String, Place> places(Section section) {
    Map<String, Place> places = new LinkedHashMap<>();
    section.entries(SETTINGS).forEach((name, entry) -> places.put(name, entry.key()));
    for (Key<?> key : List.of(POLICY, TELEMETRY)) {
      section.value(key.name()).ifPresent(it -> places.putIfAbsent(key.name(), it.place()));
    }
    return places;
  }

  private Variant checked(Variant variant, Value.Scalar name, Value.Scalar mesh) {
    Form.NAME.read(NAME.name(), name, problems);
    Place earlier = names.putIfAbsent(variant.name(), name.place());
    if (earlier != null) {
      problems.wrong(
          name.place(),
          "a second variant named " + name.describe(),
          "each name once; the first is at " + earlier,
          "give one of them another name:");
    }
    if (variant.isControl()) {
      problems.wrong(
          name.place(),
          "the name " + name.describe(),
          "another one: it is kept for the second measurement of the baseline",
          "rename it; protocol.noise-floor measures the baseline again");
    }
    if (variant.isBaseline() && variant.hasMesh()) {
      problems.wrong(
          mesh.place(),
          "the variant baseline has the mesh " + mesh.describe(),
          "mesh: baseline, for the baseline is the path without a mesh",
          "give this variant another name");
    }
    return variant;
  }

  private static boolean names(String sentence, String word) {
    return Pattern.compile("\\b" + Pattern.quote(word) + "\\b").matcher(sentence).find();
  }

  private void checkMesh(Variant variant, Value.Scalar mesh, Map<String, Place> places) {
    List<String> known = meshes.stream().map(it -> it.descriptor().key()).toList();
    Optional<Product> product =
        meshes.stream().filter(m -> m.descriptor().key().equals(mesh.text())).findFirst();
    if (product.isEmpty()) {
      problems.wrong(
          mesh.place(),
          "unknown mesh " + mesh.describe(),
          "one of " + String.join(", ", known),
          Nearest.advice(mesh.text(), known));
      return;
    }
    PlatformSupport support = product.get().descriptor().on(platform);
    if (!support.available()) {
      problems.missing(
          mesh.place(),
          "%s cannot run on the platform %s: %s"
              .formatted(mesh.text(), platform.key(), support.details()),
          "a mesh that can run here; \"meshgauge list\" shows them",
          "get what is missing, or remove the variant");
    }
    for (String sentence : product.get().problems(variant, platform, topology)) {
      Place place =
          places.entrySet().stream()
              .filter(named -> names(sentence, named.getKey()))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(mesh.place());
      problems.wrong(
          place,
          "variant %s: %s".formatted(variant.name(), sentence),
          "settings that %s can carry out".formatted(mesh.text()),
          "change the setting");
    }
  }
}
