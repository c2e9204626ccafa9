package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.Neighbours;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.ResourceUse.Shared;
import io.meshgauge.measure.Vitals;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.cadvisor.ContainerPage.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What containers use in a window, by cAdvisor's counters.
 *
 * <p>cAdvisor does not look when the window begins and ends, but every few seconds: at the moment
 * that suits it, and for each container at another. So both edges lie in rest. Before the window,
 * two looks at every container are awaited: they say where its counter stands and what it uses when
 * there is no load. After the window, one more look is awaited, which has seen all of it. The
 * window's use is what the counter grew by, less what the seconds outside the window cost at rest.
 * Of a container that serves others too the seconds of the window are taken off in the same way.
 */
public final class ContainerWatch implements AutoCloseable {
  /**
   * When pages are read.
   *
   * @param every while a look is awaited
   * @param seldom within the window: a page costs the API server and a kubelet CPU, which the
   *     window must not notice
   * @param patience for a look; cAdvisor leaves an idle container alone for up to a quarter of a
   *     minute
   * @param nanos tells the time
   */
  record Pace(Duration every, Duration seldom, Duration patience, LongSupplier nanos) {
    static final Pace USUAL =
        new Pace(
            Duration.ofSeconds(1),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            System::nanoTime);
  }

  private final Pace pace;
  private final Predicate<Part> ending;
  private final Supplier<? extends Collection<String>> pages;
  private final List<String> namespaces;
  private final Map<Subject, NavigableMap<Long, Seen>> looks = new LinkedHashMap<>();
  private final Map<Subject, Seen> before;
  private final String textBefore;
  private final long started;
  private final long windowStart;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread poller;

  /**
   * What was used.
   *
   * @param uses one per container
   * @param textBefore the lines of the kubelets' pages before the window
   * @param textAfter the same after it
   * @param words how long before and after the window the counters were read, for the record
   * @param vitals what each container held after it
   */
  public record Reading(
      List<ResourceUse> uses,
      String textBefore,
      String textAfter,
      String words,
      List<Vitals> vitals) {}

  ContainerWatch(
      Supplier<? extends Collection<String>> pages,
      List<Subject> subjects,
      List<String> controlPlanes,
      Predicate<Part> ending,
      Pace pace) {
    this.pace = pace;
    this.ending = ending;
    this.pages = pages;
    this.namespaces =
        Stream.concat(subjects.stream().map(Subject::namespace), controlPlanes.stream())
            .distinct()
            .toList();
    ContainerPage first = page();
    subjects.forEach(subject -> looks.put(subject, new TreeMap<>()));
    controlPlanes.stream()
        .flatMap(namespace -> first.in(namespace, Part.CONTROL_PLANE).stream())
        // Proxies of the nodes may run among the control plane's containers.
        .filter(found -> subjects.stream().noneMatch(found::sameAs))
        .forEach(subject -> looks.put(subject, new TreeMap<>()));
    awaitLooks(first.newest(), 2);
    this.before =
        looks.entrySet().stream()
            .collect(
                Collectors.toMap(Map.Entry::getKey, it -> it.getValue().lastEntry().getValue()));
    ContainerPage last = page();
    this.textBefore = last.text(namespaces::contains);
    this.windowStart = last.newest();
    this.poller = new Thread(this::poll, "container-metrics");
    poller.setDaemon(true);
    poller.start();
    this.started = pace.nanos().getAsLong();
  }

  /**
   * Waits for two looks at every container at rest, and begins the window then.
   *
   * @param pages reads the kubelets' pages
   * @param subjects the containers
   * @param controlPlanes namespaces whose containers are accounted as control plane, if any
   * @param ending whose containers may end in the window: there is no reading of those that do
   * @throws ProbeException naming the containers that cAdvisor does not see
   */
  public static ContainerWatch start(
      Supplier<? extends Collection<String>> pages,
      List<Subject> subjects,
      List<String> controlPlanes,
      Predicate<Part> ending) {
    return new ContainerWatch(pages, subjects, controlPlanes, ending, Pace.USUAL);
  }

  /**
   * Ends the window now, and waits until every container was looked at once more that is still
   * there.
   */
  public Reading finish() {
    double length = (pace.nanos().getAsLong() - started) / 1e9;
    close();
    ContainerPage now = page();
    long windowEnd = now.newest();
    awaitLooks(windowEnd, 1);
    List<ResourceUse> uses = new ArrayList<>();
    double longest = 0;
    List<Subject> ended = ended(windowEnd);
    looks.keySet().removeAll(ended);
    for (Map.Entry<Subject, NavigableMap<Long, Seen>> entry : looks.entrySet()) {
      Seen from = before.get(entry.getKey());
      Seen to = entry.getValue().higherEntry(windowEnd).getValue();
      double outside = Math.max(0, (to.epochMillis() - from.epochMillis()) / 1000.0 - length);
      longest = Math.max(longest, outside);
      double atRest = atRest(entry.getValue(), from);
      Neighbours neighbours = entry.getKey().neighbours();
      // What others make it do in the window is taken to be what they made it do before.
      double idle = neighbours == null ? 0 : length * atRest;
      double cpu = to.cpuSeconds() - from.cpuSeconds() - outside * atRest - idle;
      List<Seen> within =
          new ArrayList<>(entry.getValue().subMap(windowStart, true, windowEnd, true).values());
      if (within.isEmpty()) {
        within.add(to);
      }
      uses.add(
          new ResourceUse(
              entry.getKey().name(),
              entry.getKey().part(),
              Math.max(0, cpu),
              within.stream().mapToDouble(Seen::workingSetBytes).average().orElse(0),
              within.stream().mapToDouble(Seen::workingSetBytes).max().orElse(0),
              neighbours == null ? null : new Shared(idle, neighbours.pods(), neighbours.ours())));
    }
    ContainerPage last = page();
    return new Reading(
        uses,
        textBefore,
        last.text(namespaces::contains),
        "cAdvisor's counters, read at rest: up to %.1f s of rest around the window of %.1f s, subtracted at the rate measured before it"
                .formatted(longest, length)
            + words(ended),
        looks.keySet().stream().map(last::vitals).toList());
  }

  /** Those that nobody has looked at since, because they have ended. */
  private List<Subject> ended(long since) {
    return looks.entrySet().stream()
        .filter(it -> it.getValue().higherEntry(since) == null)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String words(List<Subject> ended) {
    return ended.isEmpty()
        ? ""
        : ended.stream()
            .map(Subject::name)
            .collect(Collectors.joining(", ", "; not read, since they ended: ", ""));
  }

  /** CPU-seconds per second between the two looks before the window. */
  private static double atRest(NavigableMap<Long, Seen> looks, Seen last) {
    Map.Entry<Long, Seen> earlier = looks.lowerEntry(last.epochMillis());
    if (earlier == null) {
      return 0;
    }
    double seconds = (last.epochMillis() - earlier.getKey()) / 1000.0;
    return Math.max(0, (last.cpuSeconds() - earlier.getValue().cpuSeconds()) / seconds);
  }

  /** Awaits looks that were taken later than any that could be seen until now. */
  private void awaitLooks(long since, int wanted) {
    long deadline = pace.nanos().getAsLong() + pace.patience().toNanos();
    while (true) {
      ContainerPage page = page();
      note(page);
      List<String> waiting =
          looks.entrySet().stream()
              .filter(it -> it.getValue().tailMap(since, false).size() < wanted)
              .filter(it -> !ending.test(it.getKey().part()) || page.of(it.getKey()).isPresent())
              .map(it -> it.getKey().name())
              .toList();
      if (waiting.isEmpty()) {
        return;
      }
      if (pace.nanos().getAsLong() > deadline) {
        throw new ProbeException(
            "cAdvisor did not look at %s within %d s; expected %d look(s) at each. Are the pods on nodes whose /metrics/cadvisor can be read?"
                .formatted(String.join(", ", waiting), pace.patience().toSeconds(), wanted));
      }
      pause();
    }
  }

  private void poll() {
    try {
      while (!end.await(pace.seldom().toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          note(page());
        } catch (RuntimeException e) {
          // The API server is away for a moment; memory has a gap, and the edges wait for it.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void note(ContainerPage page) {
    looks.forEach(
        (subject, seen) -> page.of(subject).ifPresent(look -> seen.put(look.epochMillis(), look)));
  }

  private ContainerPage page() {
    return ContainerPage.of(pages.get());
  }

  private void pause() {
    try {
      Thread.sleep(pace.every().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProbeException("interrupted while waiting for cAdvisor", e);
    }
  }

  /** Ends the window without a reading. */
  @Override
  public void close() {
    end.countDown();
    try {
      poller.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
