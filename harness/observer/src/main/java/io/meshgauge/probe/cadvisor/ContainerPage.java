package io.meshgauge.probe.cadvisor;

import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the kubelets' pages: what cAdvisor last saw of every container, and when.
 *
 * <p>cAdvisor looks at a container every few seconds, and less often while nothing happens in it;
 * each sample carries the time at which it was taken, by its node's clock.
 */
final class ContainerPage {
  private static final String CPU = "container_cpu_usage_seconds_total";
  private static final String MEMORY = "container_memory_working_set_bytes";
  private static final String ANONYMOUS = "container_memory_rss";
  private static final String THREADS = "container_threads";
  private static final String FILES = "container_file_descriptors";
  private static final String SOCKETS = "container_sockets";

  /** In the path of a container's control group, whichever program manages those. */
  private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

  /** The few metrics of hundreds that are read here. */
  private static final Set<String> KEPT =
      Set.of(
          CPU,
          MEMORY,
          ANONYMOUS,
          THREADS,
          FILES,
          SOCKETS,
          "container_network_receive_bytes_total",
          "container_network_transmit_bytes_total",
          "container_network_receive_packets_dropped_total",
          "container_network_transmit_packets_dropped_total");

  private record Key(String namespace, String pod, String container) {
    static Key of(Sample sample) {
      return new Key(sample.label("namespace"), sample.label("pod"), sample.label("container"));
    }
  }

  /**
   * What was seen of a container.
   *
   * @param epochMillis when, by its node's clock
   * @param cpuSeconds used so far
   * @param workingSetBytes at that moment; NaN when the kubelet does not tell it
   * @param anonymousBytes at that moment; null when the kubelet does not tell it
   */
  record Seen(
      long epochMillis,
      double cpuSeconds,
      double workingSetBytes,
      @Nullable Double anonymousBytes) {}

  private final Map<Key, Seen> seen = new HashMap<>();
  private final Map<Key, Map<String, Long>> held = new HashMap<>();
  private final Map<Key, String> ids = new HashMap<>();
  private final List<String> lines;
  private final long newest;

  private ContainerPage(List<String> lines) {
    this.lines = lines;
    Map<Key, Double> memory = new HashMap<>();
    Map<Key, Double> anonymous = new HashMap<>();
    List<Sample> cpu = new ArrayList<>();
    long latest = 0;
    for (Sample sample : PrometheusText.parse(String.join("\n", lines))) {
      latest = Math.max(latest, sample.epochMillis().orElse(0));
      if (sample.label("container").isEmpty()) {
        continue;
      }
      if (sample.name().equals(CPU)) {
        cpu.add(sample);
      } else if (sample.name().equals(MEMORY)) {
        memory.put(Key.of(sample), sample.value());
      } else if (sample.name().equals(ANONYMOUS)) {
        anonymous.put(Key.of(sample), sample.value());
      } else if (List.of(THREADS, FILES, SOCKETS).contains(sample.name())) {
        held.computeIfAbsent(Key.of(sample), unused -> new HashMap<>())
            .put(sample.name(), Math.round(sample.value()));
      }
    }
    for (Sample sample : cpu) {
      Key key = Key.of(sample);
      Matcher id = ID.matcher(sample.label("id"));
      if (id.find()) {
        ids.put(key, id.group());
      }
      seen.put(
          key,
          new Seen(
              sample.epochMillis().orElse(0),
              sample.value(),
              memory.getOrDefault(key, Double.NaN),
              anonymous.get(key)));
    }
    this.newest = latest;
  }

  /**
   * Reads pages.
   *
   * @param pages one per node
   */
  static ContainerPage of(Collection<String> pages) {
    return new ContainerPage(
        pages.stream()
            .flatMap(String::lines)
            .filter(line -> KEPT.contains(line.substring(0, end(line))))
            .toList());
  }

  /** What was seen of a container; empty when nothing was yet. */
  Optional<Seen> of(Subject subject) {
    return Optional.ofNullable(
        seen.get(new Key(subject.namespace(), subject.pod(), subject.container())));
  }

  /** What a container holds; unknown is what the kubelet does not tell. */
  Vitals vitals(Subject subject) {
    Map<String, Long> of =
        held.getOrDefault(
            new Key(subject.namespace(), subject.pod(), subject.container()), Map.of());
    return new Vitals(
        subject.name(), subject.part(), of.get(THREADS), of.get(FILES), of.get(SOCKETS), null);
  }

  /** Containers of a namespace, whatever their pods are called. */
  List<Subject> in(String namespace, Part part) {
    return seen.keySet().stream()
        .filter(key -> key.namespace().equals(namespace))
        .map(
            key ->
                new Subject(
                    key.pod() + "/" + key.container(), part, namespace, key.pod(), key.container()))
        .sorted((a, b) -> a.name().compareTo(b.name()))
        .toList();
  }

  /** The container runtime's identifiers by the name of the container, of those that are known. */
  Map<String, String> ids(Collection<Subject> subjects) {
    Map<String, String> known = new HashMap<>();
    for (Subject subject : subjects) {
      String id = ids.get(new Key(subject.namespace(), subject.pod(), subject.container()));
      if (id != null) {
        known.put(subject.name(), id);
      }
    }
    return known;
  }

  /** When the newest sample of all was taken: about now, by the nodes' clock. */
  long newest() {
    return newest;
  }

  /** The lines worth keeping of some namespaces. */
  String text(Predicate<String> namespaces) {
    return lines.stream()
        .filter(line -> namespaces.test(namespace(line)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String namespace(String line) {
    int at = line.indexOf("namespace=\"");
    int end = at < 0 ? -1 : line.indexOf('"', at + 11);
    return end < 0 ? "" : line.substring(at + 11, end);
  }

  /** Where the name of a line's metric ends. */
  private static int end(String line) {
    int brace = line.indexOf('{');
    return brace < 0 ? 0 : brace;
  }
}
