package io.meshgauge.report;

import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.Integrity.Damage;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Puts a text in front of every text of a session: names of experiment, variants, plans, containers
 * and files, reasons, notes, facts, evidence. Texts that the harness compares with its own
 * constants stay unchanged.
 */
final class Poison {
  private static final Set<String> OWN_WORDS = Set.of("mesh", "policy", "telemetry", "arrival");

  private final String text;

  Poison(String text) {
    this.text = text;
  }

  /** The session with the text everywhere, and with damaged files of such names. */
  Session in(Session session) {
    Session changed = (Session) of(session);
    return changed.with(
        new Integrity(
            false,
            List.of(
                new Damage(text + "/run.json", text + "is damaged", Optional.of(text)),
                new Damage(text, text, Optional.empty()))));
  }

  private Object of(Object value) {
    if (value instanceof String words) {
      return text + words;
    } else if (value instanceof List<?> items) {
      return items.stream().map(this::of).toList();
    } else if (value instanceof SortedMap<?, ?> entries) {
      return new TreeMap<>(changed(entries));
    } else if (value instanceof Map<?, ?> entries) {
      return changed(entries);
    } else if (value instanceof Optional<?> some) {
      return some.map(this::of);
    } else if (value instanceof Record found) {
      return found instanceof Variant variant && variant.mesh().equals(Variant.BASELINE)
          ? variant
          : copy(found);
    }
    return value;
  }

  private Map<Object, Object> changed(Map<?, ?> entries) {
    return entries.entrySet().stream()
        .collect(Collectors.toMap(e -> of(e.getKey()), e -> of(e.getValue())));
  }

  private Record copy(Record value) {
    RecordComponent[] parts = value.getClass().getRecordComponents();
    try {
      Object[] changed = new Object[parts.length];
      for (int i = 0; i < parts.length; i++) {
        Object old = parts[i].getAccessor().invoke(value);
        changed[i] = old == null || OWN_WORDS.contains(parts[i].getName()) ? old : of(old);
      }
      return value
          .getClass()
          .getConstructor(
              Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(changed);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("records of a session can be copied: " + value.getClass(), e);
    }
  }
}
