package io.meshgauge.config;

import static io.meshgauge.config.ProtocolReader.EFFECT;
import static io.meshgauge.config.ProtocolReader.REPLICATES;
import static io.meshgauge.config.ProtocolReader.TIME;

import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How long a session is: a number of replicates; or a time, or a precision, that decides on it.
 * What stands on the command line wins over a file.
 *
 * @param replicates the number; where something else decides, the smallest one
 * @param time of the session; empty where the number decides
 * @param effect precision at which it ends, as a ratio − 1; empty where it does not
 */
record SessionLength(int replicates, Optional<Duration> time, Optional<Double> effect) {
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(10);

  /** Of a session that ends at a precision. */
  private static final Duration MOST_TIME = Duration.ofHours(1);

  /** Reads the length; an invalid part gets a placeholder and a problem. */
  static SessionLength read(Section section, Problems problems, List<String> notes) {
    Place number = section.place(REPLICATES);
    boolean auto = section.get(REPLICATES).filter(Optional::isEmpty).isPresent();
    List<Key<?>> deciders = new ArrayList<>();
    boolean numbered = !auto;
    for (Key<?> key : List.of(TIME, EFFECT)) {
      boolean option = isOption(section.place(key));
      if (!section.has(key)) {
        continue;
      }
      if (!auto && !option && isOption(number)) {
        notes.add("-Dreplicates replaces %s of %s.".formatted(key.name(), section.place(key)));
        continue;
      }
      deciders.add(key);
      if (numbered && option && !isOption(number)) {
        notes.add("%s replaces replicates of %s.".formatted(section.place(key), number));
        numbered = false;
      }
    }
    for (Key<?> key : numbered ? deciders : List.<Key<?>>of()) {
      problems.wrong(
          section.place(key),
          "%s and a number of replicates are both set".formatted(key.name()),
          "one of them",
          "write replicates: auto, and the number follows from it, or remove " + key.name());
    }
    boolean precise = deciders.contains(EFFECT);
    Duration most = precise ? MOST_TIME : DEFAULT_TIME;
    return new SessionLength(
        numbered
            ? section.get(REPLICATES).flatMap(it -> it).orElse(Protocol.MIN_REPLICATES)
            : Protocol.MIN_REPLICATES,
        numbered
            ? Optional.empty()
            : Optional.of(deciders.contains(TIME) ? section.get(TIME, most) : most),
        precise ? section.get(EFFECT) : Optional.empty());
  }

  private static boolean isOption(Place place) {
    return place.source().startsWith("-D");
  }
}
