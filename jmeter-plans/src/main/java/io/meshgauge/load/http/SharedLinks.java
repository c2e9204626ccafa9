package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Connections that all threads of the process share: so many for each key, dealt out in turn, and
 * closed when the last thread has given its own back.
 *
 * @param <K> what makes connections interchangeable
 * @param <L> a connection
 */
public final class SharedLinks<K, L extends Closeable> {

  private final Map<K, Group> groups = new HashMap<>();

  private final class Group {
    final List<L> links = new ArrayList<>();
    int dealt;
    int users;
  }

  /** Connections of which none is open. */
  public SharedLinks() {}

  /**
   * A connection of those with that key, for a thread to keep.
   *
   * @param most how many there are to be, 1 or more
   */
  public synchronized L take(K key, int most, Supplier<? extends L> opener) {
    Group group = groups.computeIfAbsent(key, unused -> new Group());
    if (group.links.size() < most) {
      group.links.add(opener.get());
    }
    group.users++;
    return group.links.get(group.dealt++ % most);
  }

  /** Gives one back; the last of its key closes them all. */
  public synchronized void giveBack(K key) {
    Group group = groups.get(key);
    if (group == null || --group.users > 0) {
      return;
    }
    groups.remove(key);
    for (L link : group.links) {
      try {
        link.close();
      } catch (IOException ignored) {
        // It is of no further use either way.
      }
    }
  }
}
