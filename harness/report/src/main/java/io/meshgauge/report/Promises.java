package io.meshgauge.report;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The observations of an arm's runs folded into one line per promise and subject. */
public final class Promises {
  private Promises() {}

  /**
   * One promise at one place over all runs of an arm.
   *
   * @param promise what was promised
   * @param subject hop or listener
   * @param proven in how many runs it was seen to hold
   * @param observed in how many runs it was looked for
   * @param worst the observation to show: the first that is not proven, or else the last
   * @param folder the run's folder in the archive the shown observation comes from
   */
  public record Line(
      Promise promise, String subject, int proven, int observed, Evidence worst, String folder) {

    /** Whether it held wherever it was looked for. */
    public boolean held() {
      return proven == observed;
    }

    /** What to conclude over all runs. */
    public Verdict verdict() {
      return worst.verdict();
    }
  }

  /** The lines of an arm, by promise and then in the order they were observed. */
  public static List<Line> of(Arm arm) {
    Map<List<Object>, Line> lines = new LinkedHashMap<>();
    for (Run run : arm.runs()) {
      String folder = run.trial().folder();
      for (Evidence seen : run.evidence()) {
        int proven = seen.proven() ? 1 : 0;
        lines.merge(
            List.of(seen.promise(), seen.subject()),
            new Line(seen.promise(), seen.subject(), proven, 1, seen, folder),
            Promises::fold);
      }
    }
    List<Line> sorted = new ArrayList<>(lines.values());
    sorted.sort(Comparator.comparing(Line::promise));
    return sorted;
  }

  private static Line fold(Line sofar, Line next) {
    boolean keep = !sofar.worst().proven();
    return new Line(
        sofar.promise(),
        sofar.subject(),
        sofar.proven() + next.proven(),
        sofar.observed() + 1,
        keep ? sofar.worst() : next.worst(),
        keep ? sofar.folder() : next.folder());
  }
}
