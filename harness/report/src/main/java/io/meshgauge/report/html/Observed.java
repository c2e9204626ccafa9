package io.meshgauge.report.html;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Run;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.Promises.Line;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What runs of an arm observed alike of one guarantee at one place.
 *
 * @param sample evidence of one of the runs
 * @param expected what it requires, in the runs together
 * @param observed what was seen, in the runs together
 * @param runs that observed it, in the order they ran
 */
record Observed(Evidence sample, String expected, String observed, List<Run> runs) {
  /** Most entries of a line; above it texts that differ in numbers only share an entry. */
  static final int ENTRIES = 8;

  /** Most runs that are listed one by one. */
  private static final int LISTED = 12;

  /** A number, but not part of an address or version of three or more parts. */
  private static final Pattern NUMBER = Pattern.compile("(?<![\\d.])\\d+(?:\\.\\d+)?(?!\\.?\\d)");

  /** The entries of a line: what did not hold first, then in the order of the runs. */
  static List<Observed> of(Arm arm, Line line) {
    List<Seen> all = new ArrayList<>();
    for (Run run : arm.runs()) {
      run.evidence().stream()
          .filter(it -> it.promise() == line.promise() && it.subject().equals(line.subject()))
          .forEach(it -> all.add(new Seen(run, it)));
    }
    Collection<List<Seen>> groups = grouped(all, text -> text);
    if (groups.size() > ENTRIES) {
      groups = grouped(all, text -> NUMBER.matcher(text).replaceAll("#"));
    }
    return groups.stream()
        .map(Observed::together)
        .sorted(Comparator.comparing(Observed::held))
        .toList();
  }

  /** Whether it held, or is not claimed. */
  boolean held() {
    return !sample.unproven();
  }

  /** For example {@code runs #1, #4, #7}. */
  String who() {
    List<String> positions =
        runs.stream().map(run -> "#" + run.trial().position()).distinct().toList();
    if (positions.size() == 1) {
      return Messages.get("view.run", positions.get(0));
    }
    return positions.size() <= LISTED
        ? Messages.get("view.runs", String.join(", ", positions))
        : Messages.get(
            "view.many-runs",
            positions.size(),
            positions.get(0),
            positions.get(positions.size() - 1));
  }

  /** The file of the archive that holds it; of several runs as a pattern over their folders. */
  String file() {
    List<String> folders = runs.stream().map(run -> run.trial().folder()).distinct().toList();
    String folder = folders.get(0);
    String common =
        folders.size() == 1
            ? folder
            : "*" + folder.replaceFirst("^\\d+", "").replaceFirst("\\d+$", "*");
    return "trials/" + common + "/run.json";
  }

  private record Seen(Run run, Evidence evidence) {}

  private static Collection<List<Seen>> grouped(List<Seen> all, Function<String, String> alike) {
    Map<List<Object>, List<Seen>> groups =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    it ->
                        List.of(
                            it.evidence().verdict(),
                            alike.apply(it.evidence().expected()),
                            alike.apply(it.evidence().observed()),
                            it.evidence().source()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return groups.values();
  }

  private static Observed together(List<Seen> group) {
    return new Observed(
        group.get(0).evidence(),
        merged(group.stream().map(it -> it.evidence().expected()).toList()),
        merged(group.stream().map(it -> it.evidence().observed()).toList()),
        group.stream().map(Seen::run).toList());
  }

  /** One text of several that differ in numbers only, with the range of each such number. */
  static String merged(List<String> texts) {
    List<String> different = texts.stream().distinct().toList();
    if (different.size() == 1) {
      return different.get(0);
    }
    List<List<String>> numbers =
        different.stream()
            .map(text -> NUMBER.matcher(text).results().map(it -> it.group()).toList())
            .toList();
    StringBuilder merged = new StringBuilder();
    Matcher number = NUMBER.matcher(different.get(0));
    for (int i = 0; number.find(); i++) {
      int at = i;
      List<String> sorted =
          numbers.stream()
              .map(found -> found.get(at))
              .sorted(Comparator.comparingDouble(Double::parseDouble))
              .toList();
      String low = sorted.get(0);
      String high = sorted.get(sorted.size() - 1);
      number.appendReplacement(merged, low.equals(high) ? low : low + "…" + high);
    }
    return number.appendTail(merged).toString();
  }
}
