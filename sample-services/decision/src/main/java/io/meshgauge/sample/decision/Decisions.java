package io.meshgauge.sample.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Makes, counts and optionally caches decisions.
 *
 * <p>A decision depends only on the inspected parts of a question, so a cached one never becomes
 * wrong; the cache evicts the least recently used decision. The proxy has checked the validity of
 * tokens before.
 */
final class Decisions {
  private static final float LOAD_FACTOR = 0.75f;

  private final Rulebook rulebook;
  private final @Nullable Map<List<Object>, Boolean> memory;
  private final LongAdder allowed = new LongAdder();
  private final LongAdder denied = new LongAdder();
  private final LongAdder remembered = new LongAdder();

  /**
   * Decides by a rulebook.
   *
   * @param remember capacity of the cache; 0 for none
   */
  Decisions(Rulebook rulebook, int remember) {
    this.rulebook = rulebook;
    this.memory = remember > 0 ? memory(remember) : null;
  }

  boolean allows(Question question) {
    boolean allows = decide(question);
    (allows ? allowed : denied).increment();
    return allows;
  }

  private boolean decide(Question question) {
    if (memory == null) {
      return rulebook.allows(question);
    }
    List<Object> essence = rulebook.essence(question);
    synchronized (memory) {
      Boolean known = memory.get(essence);
      if (known != null) {
        remembered.increment();
        return known;
      }
    }
    boolean allows = rulebook.allows(question);
    synchronized (memory) {
      memory.put(essence, allows);
    }
    return allows;
  }

  /** Clears cache and counters. */
  void forget() {
    if (memory != null) {
      synchronized (memory) {
        memory.clear();
      }
    }
    for (LongAdder counter : List.of(allowed, denied, remembered)) {
      counter.reset();
    }
  }

  /** The counters since the start, by name. */
  SortedMap<String, Long> counters() {
    SortedMap<String, Long> counters = new TreeMap<>();
    counters.put("decision.allowed", allowed.sum());
    counters.put("decision.denied", denied.sum());
    counters.put("decision.remembered", remembered.sum());
    return counters;
  }

  /** A cache with least-recently-used eviction. */
  private static Map<List<Object>, Boolean> memory(int most) {
    return new LinkedHashMap<>(16, LOAD_FACTOR, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<List<Object>, Boolean> eldest) {
        return size() > most;
      }
    };
  }
}
