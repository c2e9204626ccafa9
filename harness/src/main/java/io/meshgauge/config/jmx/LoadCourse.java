package io.meshgauge.config.jmx;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.w3c.dom.Element;

/**
 * The course of a plan's load in its open-loop copy: profiles of its groups and shaping timers
 * become the shape of the arrivals, their highest levels the weights of the groups. What cannot be
 * kept is said with its numbers.
 */
final class LoadCourse {
  private final Variables variables;
  private final List<String> changed;
  private final List<String> kept;
  private final Map<Element, GroupProfile> profiles = new LinkedHashMap<>();
  private final List<GroupProfile> timers = new ArrayList<>();

  /**
   * @param changed receives what was changed
   * @param kept receives what could not be
   */
  LoadCourse(Variables variables, List<String> changed, List<String> kept) {
    this.variables = variables;
    this.changed = changed;
    this.kept = kept;
  }

  /** The value of a setting: known variables, and properties at their defaults. */
  private String value(String text) {
    return variables.value(text);
  }

  /** Takes over the profile of a shaping timer; false if it is another element. */
  boolean takes(JmxNode timer) {
    Optional<GroupProfile> found = GroupProfile.ofTimer(timer, this::value);
    found.ifPresent(
        profile -> {
          timers.add(profile);
          changed.add(
              "%s is switched off: its profile is the shape of the arrivals, %s"
                  .formatted(timer.title(), profile.words()));
        });
    return found.isPresent();
  }

  /** Weights of groups, by their highest numbers of threads or arrivals, in their order. */
  List<Integer> weights(List<JmxNode> groups) {
    double[] highest = groups.stream().mapToDouble(this::highest).toArray();
    boolean whole = Arrays.stream(highest).allMatch(it -> it == Math.rint(it));
    int[] weights =
        Arrays.stream(highest)
            .mapToInt(it -> Math.max(1, (int) (it * (whole ? 1 : 1000))))
            .toArray();
    int common =
        whole
            ? 1
            : Arrays.stream(weights)
                .mapToObj(BigInteger::valueOf)
                .reduce(BigInteger.ZERO, BigInteger::gcd)
                .intValue();
    return Arrays.stream(weights).mapToObj(it -> it / common).toList();
  }

  private double highest(JmxNode group) {
    GroupProfile profile = profiles.get(group.element());
    String threads = value(group.text("ThreadGroup.num_threads"));
    return profile != null
        ? profile.peak()
        : threads.matches("[1-9]\\d{0,5}") ? Integer.parseInt(threads) : 1;
  }

  /** What became of a group's threads or arrivals. */
  String words(JmxNode group) {
    GroupProfile profile = profiles.get(group.element());
    if (profile != null) {
      return "its profile (%s) is part of the shape of the arrivals".formatted(profile.words());
    }
    String threads = value(group.text("ThreadGroup.num_threads"));
    return (threads.isEmpty()
            ? "the number of its threads is not known, and they"
            : "its %s threads, ramp-up and loops".formatted(threads))
        + " are replaced by the property rate, in iterations per second";
  }

  /** Writes the course of all groups into the group of arrivals. */
  void keep(List<JmxNode> groups, Element arrivals, JmxEdit edit) {
    for (JmxNode group : groups) {
      GroupProfile.of(group, this::value)
          .ifPresentOrElse(profile -> profiles.put(group.element(), profile), () -> lost(group));
    }
    List<GroupProfile> found = timers.isEmpty() ? List.copyOf(profiles.values()) : timers;
    if (found.isEmpty()) {
      return;
    }
    if (found.stream().map(GroupProfile::unit).distinct().count() > 1) {
      kept.add(
          "some groups have threads and others arrivals, which cannot be added: the course of the load is lost, and their weights are their highest numbers: %s"
              .formatted(String.join("; ", found.stream().map(GroupProfile::words).toList())));
      return;
    }
    if (timers.isEmpty() && found.stream().anyMatch(it -> !it.isAlike(found.get(0)))) {
      kept.add(
          "the groups change at different times, and their shares are the same all the time in the copy: "
              + String.join("; ", found.stream().map(GroupProfile::words).toList()));
    }
    write(GroupProfile.sum(found), arrivals, edit);
  }

  private void write(GroupProfile all, Element arrivals, JmxEdit edit) {
    JmxNode group = new JmxNode(arrivals, null);
    edit.set(group, "stringProp", "OpenLoopThreadGroup.shape", all.shape());
    String length = "duration: %ss".formatted(GroupProfile.number(Math.rint(all.seconds())));
    if (all.unit() == GroupProfile.Unit.THREADS) {
      changed.add(
          "the shape of the arrivals is that of the threads; the property rate is the highest of it, and %s runs it as long as the plan"
              .formatted(length));
      return;
    }
    String rate = GroupProfile.number(all.peak());
    edit.set(group, "stringProp", "OpenLoopThreadGroup.rate", "${__P(rate,%s)}".formatted(rate));
    changed.add(
        "the plan's own load is rate: %s and %s, in %s"
            .formatted(
                rate,
                length,
                all.unit() == GroupProfile.Unit.ARRIVALS
                    ? "iterations per second"
                    : "requests per second; where an iteration has several requests, divide it by their number"));
  }

  /** Groups of plugins that have a course which is not known. */
  private void lost(JmxNode group) {
    if (!group.type().equals("ThreadGroup")) {
      kept.add(
          "the course of %s is lost, because its settings are not plain numbers: set rate and duration yourself"
              .formatted(group.title()));
    }
  }
}
