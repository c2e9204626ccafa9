package io.meshgauge.measure.counter;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Where a product's statistics page has a count.
 *
 * @param names the counters on the page that add up to the count; for {@link Presence#SUFFIX} what
 *     their names end in
 * @param presence what it means when the page has none of them
 * @param less counters that are subtracted from them, which count a part that is not wanted
 */
public record CounterSource(List<String> names, Presence presence, List<String> less) {
  /** The product does not keep this count. */
  public static final CounterSource NOT_COUNTED =
      new CounterSource(List.of(), Presence.FROM_THE_START, List.of());

  public CounterSource {
    names = List.copyOf(names);
    less = List.copyOf(less);
  }

  /** When a counter is on the page. */
  public enum Presence {
    /** From the start: a page without it does not count it. */
    FROM_THE_START,
    /** Once there was something to count: a page without it has counted none. */
    ONCE_USED,
    /** Once there was something to count, under any name that ends so. */
    SUFFIX
  }

  /** Counters that the product exposes from its start on. */
  public static CounterSource of(String... names) {
    return new CounterSource(List.of(names), Presence.FROM_THE_START, List.of());
  }

  /** Counters that the product exposes once they are above zero. */
  public static CounterSource onceUsed(String... names) {
    return new CounterSource(List.of(names), Presence.ONCE_USED, List.of());
  }

  /** Counters whose names end in {@code suffix}; a page without them has counted none. */
  public static CounterSource endingIn(String... suffix) {
    return new CounterSource(List.of(suffix), Presence.SUFFIX, List.of());
  }

  /** What both count together, of sources that are present at the same time. */
  public CounterSource plus(CounterSource other) {
    return new CounterSource(
        Stream.concat(names.stream(), other.names.stream()).toList(),
        presence,
        Stream.concat(less.stream(), other.less.stream()).toList());
  }

  /** The same without what other counters count. */
  public CounterSource without(String... part) {
    return new CounterSource(names, presence, List.of(part));
  }

  /** The count on a page; empty when the product does not keep it. */
  public OptionalLong read(Counters page) {
    if (names.isEmpty() || (presence == Presence.FROM_THE_START && !exposed(page))) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Math.round(page.sum(this::matches) - page.sum(less::contains)));
  }

  /** Whether the page has any of the counters. */
  public boolean exposed(Counters page) {
    return presence == Presence.SUFFIX
        ? page.values().keySet().stream().anyMatch(this::matches)
        : names.stream().anyMatch(page.values()::containsKey);
  }

  private boolean matches(String name) {
    return presence == Presence.SUFFIX
        ? names.stream().anyMatch(name::endsWith)
        : names.contains(name);
  }
}
