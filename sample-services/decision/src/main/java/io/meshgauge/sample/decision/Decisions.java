package io.meshgauge.sample.decision;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Decisions, counted, and remembered where that is asked for.
 *
 * <p>A decision follows from the essence of a question alone, so that one that is remembered never
 * becomes wrong; what bounds the memory is its size, and the decision that was asked for longest
 * ago gives way. Whether a token is still valid the proxy has checked before it asks.
 */
final class Decisions {
  private static final float LOAD = 0.75f;

  private final Rulebook rulebook;
  private final @Nullable Map<List<Object>, Boolean> memory;
  private final LongAdder allowed = new LongAdder();
  private final LongAdder denied = new LongAdder();
  private final LongAdder remembered = new LongAdder();

  /**
   * Decides by a rulebook.
   *
   * @param remember how many decisions are remembered; 0 for none
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

  /** Forgets every decision and count, as if nothing had been asked yet. */
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

  /** The counters by name, all since the start. */
  SortedMap<String, Long> counters() {
    SortedMap<String, Long> counters = new TreeMap<>();
    counters.put("decision.allowed", allowed.sum());
    counters.put("decision.denied", denied.sum());
    counters.put("decision.remembered", remembered.sum());
    return counters;
  }

  /** The newest so many, by when they were asked for. */
  private static Map<List<Object>, Boolean> memory(int most) {
    return new LinkedHashMap<>(16, LOAD, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<List<Object>, Boolean> eldest) {
        return size() > most;
      }
    };
  }
}
