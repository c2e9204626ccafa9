package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.use.Part;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.cadvisor.ContainerPage.Seen;
import io.meshgauge.probe.cadvisor.ContainerWatch.Pace;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What cAdvisor saw of some containers, by the time at which it did. Safe for two threads. */
final class Samples {
  private final Supplier<? extends Collection<String>> pages;
  private final Predicate<Part> ending;
  private final Pace pace;
  private final Map<Subject, NavigableMap<Long, Seen>> all = new LinkedHashMap<>();

  /**
   * Nothing yet.
   *
   * @param pages reads the kubelets' pages
   * @param ending whose containers may end, so that their samples are not awaited
   */
  Samples(Supplier<? extends Collection<String>> pages, Predicate<Part> ending, Pace pace) {
    this.pages = pages;
    this.ending = ending;
    this.pace = pace;
  }

  /** One more container, at which every page from now on may hold a sample. */
  void at(Subject subject) {
    all.put(subject, new TreeMap<>());
  }

  /** The containers, in the order in which they were added. */
  Set<Subject> subjects() {
    return all.keySet();
  }

  /** The samples of a container. */
  NavigableMap<Long, Seen> of(Subject subject) {
    return all.getOrDefault(subject, new TreeMap<>());
  }

  /** What the kubelets say now. */
  ContainerPage page() {
    return ContainerPage.of(pages.get());
  }

  /** Takes the samples of a page. */
  synchronized void note(ContainerPage page) {
    all.forEach(
        (subject, seen) ->
            page.of(subject).ifPresent(sample -> seen.put(sample.epochMillis(), sample)));
  }

  /**
   * Awaits samples that were taken later than some time.
   *
   * @param first a page that is known already
   * @param since by the nodes' clock
   * @param wanted how many of each container
   * @return the page on which the last of them was found
   * @throws ProbeException naming the containers at which cAdvisor did not look
   */
  ContainerPage await(ContainerPage first, long since, int wanted) {
    long deadline = pace.nanos().getAsLong() + pace.patience().toNanos();
    ContainerPage page = first;
    while (true) {
      note(page);
      List<String> waiting = waiting(page, since, wanted);
      if (waiting.isEmpty()) {
        return page;
      }
      if (pace.nanos().getAsLong() > deadline) {
        throw new ProbeException(
            "cAdvisor did not look at %s within %d s; expected %d look(s) at each. Are the pods on nodes whose /metrics/cadvisor can be read?"
                .formatted(String.join(", ", waiting), pace.patience().toSeconds(), wanted));
      }
      pause(pace.every());
      page = page();
    }
  }

  private List<String> waiting(ContainerPage page, long since, int wanted) {
    return all.entrySet().stream()
        .filter(it -> it.getValue().tailMap(since, false).size() < wanted)
        .filter(it -> !ending.test(it.getKey().part()) || page.of(it.getKey()).isPresent())
        .map(it -> it.getKey().name())
        .toList();
  }

  static void pause(Duration length) {
    try {
      Thread.sleep(length.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted while waiting for cAdvisor", e);
    }
  }
}
