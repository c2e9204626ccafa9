package io.meshgauge.config;

import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.measure.Unit;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How long a session is: a number of replicates; or a time, or a precision, that decides on it.
 * What stands on the command line wins over a file.
 *
 * @param replicates the number; where something else decides, the smallest one
 * @param time of the session; empty where the number decides
 * @param effect precision at which it ends, as a ratio − 1; empty where it does not
 */
record SessionLength(int replicates, Optional<Duration> time, OptionalDouble effect) {
  private static final String REPLICATES = "replicates";
  private static final String TIME = "time";
  private static final String EFFECT = "effect";
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(10);

  /** Of a session that ends at a precision. */
  private static final Duration MOST_TIME = Duration.ofHours(1);

  private static final double MILLIS_PER_SECOND = 1e3;

  /** Reads the length; an invalid part gets a placeholder and a problem. */
  static SessionLength read(Section section, Problems problems, List<String> notes) {
    Optional<Value> time = decider(section, TIME, notes);
    Optional<Value> effect = decider(section, EFFECT, notes);
    boolean numbered =
        !ProtocolReader.isAuto(section, REPLICATES)
            && !replaced(section, time, notes)
            && !replaced(section, effect, notes);
    if (numbered) {
      time.ifPresent(it -> both(it, problems, TIME, "", "have as many as fit into the time"));
      effect.ifPresent(
          it -> both(it, problems, EFFECT, "an ", "measure until the effect would be seen"));
    }
    OptionalDouble seconds =
        time.isPresent() ? section.quantity(TIME, Unit.SECONDS) : OptionalDouble.empty();
    return new SessionLength(
        numbered
            ? section.count(REPLICATES, 1).orElse(Protocol.MIN_REPLICATES)
            : Protocol.MIN_REPLICATES,
        numbered
            ? Optional.empty()
            : Optional.of(
                seconds.isPresent()
                    ? Duration.ofMillis(Math.round(seconds.getAsDouble() * MILLIS_PER_SECOND))
                    : effect.isPresent() ? MOST_TIME : DEFAULT_TIME),
        effect.isPresent() ? effect(section, effect.get(), problems) : OptionalDouble.empty());
  }

  /** A key that decides on the number; empty where the command line sets the number instead. */
  private static Optional<Value> decider(Section section, String key, List<String> notes) {
    Optional<Value> written = section.value(key);
    Optional<Value> number = section.value(REPLICATES);
    boolean overridden =
        written.isPresent()
            && !isOption(written)
            && isOption(number)
            && !ProtocolReader.isAuto(section, REPLICATES);
    if (overridden) {
      notes.add("-Dreplicates replaces %s of %s.".formatted(key, written.orElseThrow().place()));
      return Optional.empty();
    }
    return written;
  }

  /** Whether the command line sets something that decides on the number, which a file sets. */
  private static boolean replaced(Section section, Optional<Value> decider, List<String> notes) {
    Optional<Value> number = section.value(REPLICATES);
    if (!isOption(decider) || isOption(number) || number.isEmpty()) {
      return false;
    }
    notes.add(
        "%s replaces replicates of %s."
            .formatted(decider.orElseThrow().place(), number.get().place()));
    return true;
  }

  private static boolean isOption(Optional<Value> value) {
    return value.isPresent() && value.get().place().source().startsWith("-D");
  }

  private static void both(
      Value written, Problems problems, String key, String article, String gain) {
    problems.wrong(
        written.place(),
        article + key + " and a number of replicates are both set",
        "one of them",
        "write replicates: auto to %s, or remove %s".formatted(gain, key));
  }

  private static OptionalDouble effect(Section section, Value written, Problems problems) {
    OptionalDouble effect = section.quantity(EFFECT, Unit.RATIO);
    if (effect.isPresent() && (effect.getAsDouble() <= 0 || effect.getAsDouble() > 1)) {
      problems.wrong(
          written.place(),
          "effect is " + written.describe(),
          "a share above 0 and at most 100 %, for example 5%",
          "write the smallest difference that matters");
      return OptionalDouble.empty();
    }
    return effect;
  }
}
