package io.meshgauge.measure.use;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Use of each container over several windows: CPU is added, memory averaged over the windows, and
 * its peak is the highest.
 */
public final class ResourceTotals {
  private final Map<String, Sum> byContainer = new LinkedHashMap<>();

  private static final class Sum {
    private ResourceUse latest;
    private double cpuSeconds;
    private double memory;
    private double peak;
    private double anonymous;
    private boolean anonymousKnown = true;
    private int windows;

    Sum(ResourceUse first) {
      latest = first;
    }

    void add(ResourceUse use) {
      latest = use;
      cpuSeconds += use.cpuSeconds();
      memory += use.memoryMeanBytes();
      peak = Math.max(peak, use.memoryPeakBytes());
      Double own = use.anonymousBytes();
      anonymousKnown &= own != null;
      anonymous += own == null ? 0 : own;
      windows++;
    }

    ResourceUse result() {
      return new ResourceUse(
          latest.container(),
          latest.part(),
          cpuSeconds,
          memory / windows,
          peak,
          latest.shared(),
          anonymousKnown ? anonymous / windows : null,
          latest.residentBytes());
    }
  }

  /** Adds a window. */
  public void add(List<ResourceUse> uses) {
    uses.forEach(
        use -> byContainer.computeIfAbsent(use.container(), name -> new Sum(use)).add(use));
  }

  /** The totals, in the order in which the containers appeared. */
  public List<ResourceUse> uses() {
    return byContainer.values().stream().map(Sum::result).toList();
  }
}
