package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.use.Neighbours;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.ResourceUse.Shared;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.cadvisor.ContainerPage.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What containers use in a window: memory by cAdvisor, and CPU by the kernels of their nodes where
 * {@link Totals} can be read there, at the very edges. Where they cannot, CPU is by cAdvisor's
 * counters as well.
 *
 * <p>cAdvisor does not look when the window begins and ends, but every few seconds: at the moment
 * that suits it, and for each container at another. So both edges lie in rest. Before the window,
 * two looks at every container are awaited: they say where its counter stands and what it uses when
 * there is no load. After the window, one more look is awaited, which has seen all of it. The
 * window's use is what the counter grew by, less what the seconds outside the window cost at rest.
 * Of a container that serves others too the seconds of the window are taken off in the same way,
 * whichever of the two tells its CPU.
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
   * @param rest between two readings of containers that serve others, to see what they use without
   *     our load
   * @param nanos tells the time
   */
  record Pace(
      Duration every, Duration seldom, Duration patience, Duration rest, LongSupplier nanos) {
    static final Pace USUAL =
        new Pace(
            Duration.ofSeconds(1),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            System::nanoTime);
  }

  private final Pace pace;
  private final Predicate<Part> ending;
  private final List<String> namespaces;
  private final Samples samples;
  private final Map<Subject, Seen> before;
  private final String textBefore;
  private long started;
  private final long windowStart;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread poller;
  private final Totals totals;
  private final Map<String, String> ids;

  /** The edge before the window, and one in the rest before it; empty where cAdvisor tells CPU. */
  private Optional<Totals.Edge> exact;

  private final Optional<Totals.Edge> resting;
  private final List<String> hidden;

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
      Totals totals,
      Pace pace) {
    this.totals = totals;
    this.pace = pace;
    this.ending = ending;
    this.samples = new Samples(pages, ending, pace);
    this.namespaces =
        Stream.concat(subjects.stream().map(Subject::namespace), controlPlanes.stream())
            .distinct()
            .toList();
    ContainerPage first = samples.page();
    subjects.forEach(samples::at);
    controlPlanes.stream()
        .flatMap(namespace -> first.in(namespace, Part.CONTROL_PLANE).stream())
        // Proxies of the nodes may run among the control plane's containers.
        .filter(found -> subjects.stream().noneMatch(found::sameAs))
        .forEach(samples::at);
    ContainerPage known = totals == Totals.NONE ? first : samples.await(first, 0, 1);
    this.ids = known.ids(samples.subjects());
    Totals.Edge rest = edge();
    this.hidden = missing(rest);
    this.resting = hidden.isEmpty() ? Optional.of(rest) : Optional.empty();
    if (resting.isEmpty()) {
      known = samples.await(first, first.newest(), 2);
    } else if (samples.subjects().stream().anyMatch(it -> it.neighbours() != null)) {
      Samples.pause(pace.rest());
      known = samples.page();
    }
    this.before =
        samples.subjects().stream()
            .collect(Collectors.toMap(it -> it, it -> samples.of(it).lastEntry().getValue()));
    this.textBefore = known.text(namespaces::contains);
    this.windowStart = known.newest();
    this.exact = resting.map(unused -> edge());
    exact.ifPresent(this::refuseWithout);
    this.started = pace.nanos().getAsLong();
    // Last, since nothing ends it when this fails.
    this.poller = new Thread(this::poll, "container-metrics");
    poller.setDaemon(true);
    poller.start();
  }

  /**
   * Starts the window later than it was started, so that less of the rest before the load is in it.
   *
   * @param early whether the load has not begun; asked once everything is read, and where it has,
   *     the window starts where it did
   * @return whether it starts later
   * @throws ProbeException naming the containers that have ended since
   */
  public boolean startAgain(BooleanSupplier early) {
    Optional<Totals.Edge> later = exact.map(unused -> edge());
    long now = pace.nanos().getAsLong();
    if (!early.getAsBoolean()) {
      return false;
    }
    later.ifPresent(this::refuseWithout);
    exact = later;
    started = now;
    return true;
  }

  private void refuseWithout(Totals.Edge edge) {
    List<String> names = missing(edge);
    if (!names.isEmpty()) {
      throw new ProbeException(
          "no process is left of %s; expected it to run when the window begins"
              .formatted(String.join(", ", names)));
    }
  }

  /** The containers that a reading does not hold. */
  private List<String> missing(Totals.Edge edge) {
    return samples.subjects().stream()
        .map(Subject::name)
        .filter(name -> !edge.totals().containsKey(name))
        .toList();
  }

  /** What the kernels say now of the containers whose identifiers are known. */
  private Totals.Edge edge() {
    return new Totals.Edge(pace.nanos().getAsLong(), totals.read(ids));
  }

  /** The containers for whose sake cAdvisor tells the CPU of all; none where the kernels do. */
  public List<String> hidden() {
    return hidden;
  }

  /**
   * Begins the window: at once where the nodes' kernels tell the CPU of every container, and else
   * after two looks at every container at rest.
   *
   * @param pages reads the kubelets' pages
   * @param subjects the containers
   * @param controlPlanes namespaces whose containers are accounted as control plane, if any
   * @param ending whose containers may end in the window: there is no reading of those that do
   * @param totals what the kernels of the nodes say
   * @throws ProbeException naming the containers that cAdvisor does not see
   */
  public static ContainerWatch start(
      Supplier<? extends Collection<String>> pages,
      List<Subject> subjects,
      List<String> controlPlanes,
      Predicate<Part> ending,
      Totals totals) {
    return new ContainerWatch(pages, subjects, controlPlanes, ending, totals, Pace.USUAL);
  }

  /**
   * Ends the window now. Where cAdvisor tells CPU, waits until every container was looked at once
   * more that is still there.
   */
  public Reading finish() {
    return exact.map(this::exactly).orElseGet(this::bySamples);
  }

  private Reading exactly(Totals.Edge start) {
    Totals.Edge end = edge();
    double length = (end.nanos() - start.nanos()) / 1e9;
    stopPolling(Duration.ZERO);
    ContainerPage last = samples.page();
    samples.note(last);
    List<Subject> ended =
        samples.subjects().stream().filter(it -> !end.totals().containsKey(it.name())).toList();
    ended.forEach(this::refuseUnsampled);
    samples.subjects().removeAll(ended);
    List<ResourceUse> uses = new ArrayList<>();
    for (Subject subject : samples.subjects()) {
      NavigableMap<Long, Seen> seen = samples.of(subject);
      double idle = subject.neighbours() == null ? 0 : length * atRest(subject, start);
      double cpu = grown(start.cpu(subject.name()), end.cpu(subject.name())) - idle;
      Collection<Seen> within = seen.tailMap(windowStart, true).values();
      uses.add(
          use(subject, cpu, idle, within.isEmpty() ? List.of(seen.lastEntry().getValue()) : within)
              .withResident(
                  Objects.requireNonNull(end.totals().get(subject.name())).residentBytes()));
    }
    return new Reading(
        uses,
        textBefore,
        last.text(namespaces::contains),
        String.format(
                Locale.ROOT,
                "CPU by the nodes' kernels, read at the edges of the window of %.1f s; memory by cAdvisor",
                length)
            + words(ended),
        samples.subjects().stream().map(last::vitals).toList());
  }

  /** Workloads that end by themselves void the run; a control plane is looked after here only. */
  private void refuseUnsampled(Subject ended) {
    if (ended.part() == Part.CONTROL_PLANE && !ending.test(ended.part())) {
      throw new ProbeException(
          "%s ended or was restarted in the window, so that what the control plane used is not known; expected it to last. Look at `kubectl -n %s describe pod %s`"
              .formatted(ended.name(), ended.namespace(), ended.pod()));
    }
  }

  /** CPU-seconds per second in the rest before the window. */
  private double atRest(Subject subject, Totals.Edge start) {
    Totals.Edge earlier = resting.orElseThrow();
    return Math.max(0, start.cpu(subject.name()) - earlier.cpu(subject.name()))
        / ((start.nanos() - earlier.nanos()) / 1e9);
  }

  /** The growth of a counter; NaN if it fell, since it was reset and its growth is not known. */
  private static double grown(double before, double after) {
    return after < before ? Double.NaN : after - before;
  }

  private static ResourceUse use(
      Subject subject, double cpu, double idle, Collection<Seen> samples) {
    Neighbours neighbours = subject.neighbours();
    return new ResourceUse(
        subject.name(),
        subject.part(),
        Math.max(0, cpu),
        samples.stream().mapToDouble(Seen::workingSetBytes).average().orElse(Double.NaN),
        samples.stream().mapToDouble(Seen::workingSetBytes).max().orElse(Double.NaN),
        neighbours == null ? null : new Shared(idle, neighbours.pods(), neighbours.ours()),
        anonymous(samples),
        null);
  }

  private Reading bySamples() {
    double length = (pace.nanos().getAsLong() - started) / 1e9;
    stopPolling(Duration.ZERO);
    long windowEnd = samples.page().newest();
    samples.await(samples.page(), windowEnd, 1);
    List<ResourceUse> uses = new ArrayList<>();
    double longest = 0;
    List<Subject> ended = ended(windowEnd);
    samples.subjects().removeAll(ended);
    for (Subject subject : samples.subjects()) {
      NavigableMap<Long, Seen> seen = samples.of(subject);
      Seen from = Objects.requireNonNull(before.get(subject));
      Seen to = seen.higherEntry(windowEnd).getValue();
      double outside = Math.max(0, (to.epochMillis() - from.epochMillis()) / 1000.0 - length);
      longest = Math.max(longest, outside);
      double atRest = atRest(seen, from);
      // What others make it do in the window is taken to be what they made it do before.
      double idle = subject.neighbours() == null ? 0 : length * atRest;
      double cpu = grown(from.cpuSeconds(), to.cpuSeconds()) - outside * atRest - idle;
      Collection<Seen> within = seen.subMap(windowStart, true, windowEnd, true).values();
      uses.add(use(subject, cpu, idle, within.isEmpty() ? List.of(to) : within));
    }
    ContainerPage last = samples.page();
    return new Reading(
        uses,
        textBefore,
        last.text(namespaces::contains),
        String.format(
                Locale.ROOT,
                "cAdvisor's counters, read at rest: up to %.1f s of rest around the window of %.1f s, subtracted at the rate measured before it",
                longest,
                length)
            + words(ended),
        samples.subjects().stream().map(last::vitals).toList());
  }

  /** The mean anonymous memory; null when some look did not tell it. */
  private static @Nullable Double anonymous(Collection<Seen> samples) {
    List<Double> known =
        samples.stream().map(Seen::anonymousBytes).filter(Objects::nonNull).toList();
    return known.size() < samples.size()
        ? null
        : known.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** Subjects without a later sample, because they have ended. */
  private List<Subject> ended(long since) {
    return samples.subjects().stream()
        .filter(it -> samples.of(it).higherEntry(since) == null)
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
  private static double atRest(NavigableMap<Long, Seen> samples, Seen last) {
    Map.Entry<Long, Seen> earlier = samples.lowerEntry(last.epochMillis());
    if (earlier == null) {
      return 0;
    }
    double seconds = (last.epochMillis() - earlier.getKey()) / 1000.0;
    return Math.max(0, (last.cpuSeconds() - earlier.getValue().cpuSeconds()) / seconds);
  }

  private void poll() {
    try {
      while (!end.await(pace.seldom().toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          samples.note(samples.page());
        } catch (RuntimeException e) {
          // The API server is away for a moment; memory has a gap, and the edges wait for it.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the window without a reading, and does not wait for a node that does not answer. */
  @Override
  public void close() {
    stopPolling(Duration.ofSeconds(1));
  }

  /**
   * Ends the reading of pages.
   *
   * @param limit of the wait for the page that is being read; zero: none
   */
  private void stopPolling(Duration limit) {
    end.countDown();
    try {
      poller.join(limit.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
