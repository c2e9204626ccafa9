package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.use.ContainerTotals;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A node whose clock stands still but for a second per page that is read outside of the window. Its
 * cAdvisor looks at each container once per so many seconds.
 */
final class FakeKubelet implements Supplier<List<String>> {
  private static final long START = 1_795_282_600_000L;
  private static final String POLLER = "container-metrics";

  private static final class Contained {
    private final String labels;
    private final int period;
    private final int offset;
    private final double rest;
    private double cpu = 5;
    private long look;
    private double seenCpu;
    private double seenMemory;

    Contained(String labels, int period, int offset, double rest) {
      this.labels = labels;
      this.period = period;
      this.offset = offset;
      this.rest = rest;
    }
  }

  private final Map<String, Contained> containers = new LinkedHashMap<>();
  private long second;
  private double load;
  private double memory = 100;
  private boolean broken;
  private boolean memoryTold = true;
  private int polls;

  /**
   * Adds a container.
   *
   * @param period seconds from one look to the next
   * @param offset seconds by which its looks come later than full periods
   * @param rest CPU-seconds per second that it uses without load
   */
  synchronized void runs(
      String namespace, String pod, String container, int period, int offset, double rest) {
    String labels =
        "container=\"%s\",id=\"/kubepods/%s/%s\",image=\"i\",name=\"n\",namespace=\"%s\",pod=\"%s\""
            .formatted(container, pod, id(container), namespace, pod);
    containers.put(container, new Contained(labels, period, offset, rest));
  }

  private static String id(String container) {
    return "%064x".formatted(new BigInteger(1, container.getBytes(StandardCharsets.UTF_8)));
  }

  /** What the kernel says, which is exact at any time; of the containers that still run. */
  synchronized Map<String, ContainerTotals> totals(Map<String, String> ids) {
    Map<String, ContainerTotals> totals = new HashMap<>();
    containers.forEach(
        (container, it) ->
            ids.forEach(
                (name, id) -> {
                  if (id.equals(id(container))) {
                    totals.put(name, new ContainerTotals(it.cpu, 3 * memory));
                  }
                }));
    return totals;
  }

  /** A container ends, and is seen no more. */
  synchronized void ends(String container) {
    containers.remove(container);
  }

  /**
   * What every container uses from now on in addition to its idle use, in CPU-seconds per second.
   */
  synchronized void load(double rate) {
    load = rate;
  }

  /** What every container holds from now on, in bytes. */
  synchronized void memory(double bytes) {
    memory = bytes;
  }

  /** Its pages have no series of memory from now on. */
  synchronized void withoutMemory() {
    memoryTold = false;
  }

  /** The counter of a container begins again, as after a restart of the kubelet. */
  synchronized void resets(String container) {
    Contained it = containers.get(container);
    it.cpu = 0;
  }

  /** Whether reading a page within the window fails. */
  synchronized void broken(boolean now) {
    broken = now;
  }

  /** Lets time pass. */
  synchronized void passes(int seconds) {
    for (int i = 0; i < seconds; i++) {
      second++;
      for (Contained it : containers.values()) {
        it.cpu += it.rest + load;
        if (second % it.period == it.offset) {
          it.look = START + second * 1000;
          it.seenCpu = it.cpu;
          it.seenMemory = memory;
        }
      }
    }
  }

  /** This node's clock as {@link System#nanoTime} would tell it. */
  synchronized long nanos() {
    return second * 1_000_000_000L;
  }

  @Override
  public synchronized List<String> get() {
    if (Thread.currentThread().getName().equals(POLLER)) {
      polls++;
      notifyAll();
      if (broken) {
        throw new IllegalStateException("no answer");
      }
    } else {
      passes(1);
    }
    List<String> lines = new ArrayList<>();
    for (Contained it : containers.values()) {
      if (it.look > 0) {
        lines.add(
            "container_cpu_usage_seconds_total{cpu=\"total\",%s} %s %d"
                .formatted(it.labels, it.seenCpu, it.look));
        if (!memoryTold) {
          continue;
        }
        lines.add(
            "container_memory_working_set_bytes{%s} %s %d"
                .formatted(it.labels, it.seenMemory, it.look));
        lines.add(
            "container_memory_rss{%s} %s %d".formatted(it.labels, it.seenMemory / 2, it.look));
      }
    }
    return List.of(String.join("\n", lines) + "\n");
  }

  /** Waits until what can be seen now was read within the window. */
  synchronized void awaitPolled() throws InterruptedException {
    int then = polls;
    while (polls < then + 2) {
      wait();
    }
  }
}
