package io.meshgauge.config;

import io.meshgauge.config.section.Quantity;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.measure.Unit;
import io.meshgauge.product.Setting;
import io.meshgauge.yaml.Nearest;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The properties of the plan {@value Plan#SOAK}. */
final class SoakProperties {
  private final Place place;
  private final Problems problems;
  private final Duration length;

  private SoakProperties(Place place, Problems problems, Duration length) {
    this.place = place;
    this.problems = problems;
    this.length = length;
  }

  /**
   * The properties in the format of {@link SoakSettings}, with a problem for each invalid one.
   *
   * @param length of the soak
   */
  static SortedMap<String, String> checked(
      SortedMap<String, String> properties, Duration length, Place place, Problems problems) {
    SoakProperties check = new SoakProperties(place, problems, length);
    SortedMap<String, String> read = new TreeMap<>();
    properties.forEach(
        (name, value) -> check.property(name, value).ifPresent(it -> read.put(name, it)));
    if (SoakSettings.of(new Plan(Plan.SOAK, length, read)).window().compareTo(length) > 0) {
      problems.wrong(
          place,
          "a soak of %s has windows of %s".formatted(length, read.getOrDefault("window", "PT1M")),
          "a duration of one window or more",
          "measure longer, or give the soak shorter windows: properties: {window: 10s}");
    }
    return read;
  }

  private Optional<String> property(String name, String value) {
    return switch (name) {
      case SoakSettings.WINDOW -> window(value);
      case SoakSettings.SETTLING -> duration(name, value).map(Duration::toString);
      case SoakSettings.DRIFT -> drift(value);
      case SoakSettings.ON_ALARM -> either(name, value, SoakSettings.STOP, SoakSettings.CONTINUE);
      case SoakSettings.COLLECT ->
          either(name, value, SoakSettings.BETWEEN_WINDOWS, SoakSettings.NEVER);
      default -> other(name, value);
    };
  }

  private Optional<String> either(String name, String value, String one, String other) {
    return List.of(one, other).contains(value)
        ? Optional.of(value)
        : wrong(name, value, one + " or " + other);
  }

  private Optional<String> window(String value) {
    Optional<Duration> window = duration(SoakSettings.WINDOW, value);
    if (window.isPresent() && window.get().compareTo(Plan.MIN_DURATION) < 0) {
      return wrong(SoakSettings.WINDOW, value, "at least " + Plan.MIN_DURATION.toSeconds() + "s");
    }
    return window.map(Duration::toString);
  }

  private Optional<Duration> duration(String name, String value) {
    Optional<Duration> read = Quantity.duration(value);
    if (read.isEmpty()) {
      wrong(name, value, Quantity.example(Unit.SECONDS));
    }
    return read;
  }

  private Optional<String> often(String name, String value) {
    Optional<Duration> every = duration(name, value);
    if (every.isPresent() && every.get().compareTo(Duration.ofMinutes(1)) < 0) {
      return wrong(name, value, "a minute or more: an arm needs time to recover");
    }
    return every.map(Duration::toString);
  }

  private Optional<String> drift(String value) {
    OptionalDouble share = Quantity.parse(Unit.RATIO, value);
    return share.isPresent() && share.getAsDouble() > 0
        ? Optional.of(Double.toString(share.getAsDouble()))
        : wrong(SoakSettings.DRIFT, value, "a share of a level above 0, such as 10%");
  }

  private Optional<String> other(String name, String value) {
    if (SoakAct.named(name).isPresent()) {
      return often(name, value);
    }
    if (Setting.OF_SERVICES.stream().anyMatch(setting -> setting.name().equals(name))) {
      return Optional.of(value);
    }
    problems.wrong(
        place,
        "the plan %s has no property \"%s\"".formatted(Plan.SOAK, name),
        String.join(", ", SoakSettings.ALL)
            + ", "
            + Arrays.stream(SoakAct.values()).map(SoakAct::key).collect(Collectors.joining(", "))
            + ", or a setting of the services",
        Nearest.advice(name, SoakSettings.ALL));
    return Optional.empty();
  }

  private Optional<String> wrong(String name, String value, String expected) {
    problems.wrong(
        place,
        "the property %s is \"%s\"".formatted(name, value),
        expected,
        "a soak of %s uses the defaults of absent properties".formatted(length));
    return Optional.empty();
  }
}
