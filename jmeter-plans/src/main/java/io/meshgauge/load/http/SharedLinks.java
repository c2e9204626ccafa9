package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Connections shared by all threads of the process: a fixed number per key, assigned in turn, and
 * closed when the last thread has returned its own.
 *
 * @param <K> identifies interchangeable connections
 * @param <L> a connection
 */
public final class SharedLinks<K, L extends Closeable> {

  private final Map<K, Group> groups = new HashMap<>();

  private final class Group {
    final List<L> links = new ArrayList<>();
    int dealt;
    int users;
  }

  /** Creates an empty pool. */
  public SharedLinks() {}

  /**
   * Assigns a connection with that key to a thread.
   *
   * @param limit number of connections per key, at least 1
   */
  public synchronized L take(K key, int limit, Supplier<? extends L> opener) {
    Group group = groups.computeIfAbsent(key, unused -> new Group());
    if (group.links.size() < limit) {
      group.links.add(opener.get());
    }
    group.users++;
    return group.links.get(group.dealt++ % limit);
  }

  /** Returns a connection; the last return of a key closes all of them. */
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
        // Nothing left to close.
      }
    }
  }
}
