package io.meshgauge.report.arm;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Run;
import io.meshgauge.report.arm.Arm.EvidenceMark;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Evidence of an arm's runs, summarised in one line per guarantee and subject. */
public final class Promises {
  private Promises() {}

  /**
   * One guarantee at one place, over all runs of an arm.
   *
   * @param promise the guarantee
   * @param subject hop or listener
   * @param proven number of runs in which it was proven
   * @param observed number of runs in which it was checked; 0 where it is not claimed
   * @param worst evidence to show: the first of the worst verdict, or the last if all are proven
   * @param folder archive folder of the run that the shown evidence is from
   */
  public record Line(
      Promise promise, String subject, int proven, int observed, Evidence worst, String folder) {

    /** Whether it was proven in every run that checked it. */
    public boolean held() {
      return proven == observed;
    }

    /** Whether it did not hold, or could not be observed, in a run. */
    public boolean broken() {
      return worst.unproven();
    }

    /** Whether it is claimed of this application. */
    public boolean claimed() {
      return observed > 0;
    }

    /** Verdict over all runs. */
    public Verdict verdict() {
      return worst.verdict();
    }
  }

  /** Verdicts, the one to show first last. */
  private static final List<Verdict> SEVERITY =
      List.of(
          Verdict.PROVEN,
          Verdict.NOT_CLAIMED,
          Verdict.UNBOUNDED,
          Verdict.MISSING,
          Verdict.DISPROVEN);

  /** What meshes differ in; the others control the measurement or hold for every arm. */
  private static final Set<Promise> DISTINCTIVE =
      EnumSet.of(
          Promise.ENCRYPTION,
          Promise.IDENTITY,
          Promise.POLICY,
          Promise.DISTRIBUTION,
          Promise.TELEMETRY,
          Promise.TRAFFIC,
          Promise.LIMITS);

  /** Whether everything held that could be seen, and what could pass unseen has no bound. */
  public static boolean inPart(Arm arm) {
    List<Line> lines = of(arm);
    return lines.stream().noneMatch(Line::broken)
        && lines.stream().anyMatch(line -> line.verdict() == Verdict.UNBOUNDED);
  }

  /**
   * The guarantees of an arm that other arms may lack, for example {@code encryption, identity}.
   */
  public static String words(Arm arm) {
    return distinctive(arm, ReportText::of);
  }

  /** The same as programs read it, and as arms of equal guarantees are grouped by. */
  public static String key(Arm arm) {
    return distinctive(arm, ReportText::key);
  }

  private static String distinctive(Arm arm, Function<Promise, String> name) {
    String promised =
        of(arm).stream()
            .map(Line::promise)
            .filter(DISTINCTIVE::contains)
            .distinct()
            .map(name)
            .collect(Collectors.joining(", "));
    return promised.isEmpty() ? name.apply(Promise.PLAINTEXT) : promised;
  }

  /**
   * How often each guarantee was proven, of the times it was checked, for example {@code encryption
   * 15/15, identity 60/60}; empty if nothing was observed.
   */
  public static String countsInWords(Arm arm) {
    return counts(of(arm)).stream().map(Count::words).collect(Collectors.joining(", "));
  }

  /** What was observed of an arm, for the end of a sentence. */
  public static String observed(Arm arm) {
    if (arm.evidenceMark() == EvidenceMark.NONE) {
      return Messages.get("report.observed-nothing");
    }
    List<Line> lines = of(arm);
    List<String> unbounded =
        lines.stream()
            .filter(
                line ->
                    line.promise() == Promise.ENCRYPTION
                        && line.verdict() == Evidence.Verdict.UNBOUNDED)
            .map(Line::subject)
            .toList();
    if (!unbounded.isEmpty()) {
      return Messages.get("report.observed-encryption-unbounded", ReportText.list(unbounded));
    }
    if (lines.stream().anyMatch(line -> line.promise() == Promise.ENCRYPTION)) {
      return lines.stream().anyMatch(line -> line.promise() == Promise.PLAINTEXT)
          ? Messages.get("report.observed-encryption-where-claimed")
          : Messages.get("report.observed-encryption");
    }
    // On a cluster a baseline has this evidence too: that its calls took no other way.
    boolean traversed =
        arm.variant().hasMesh()
            && lines.stream().anyMatch(line -> line.promise() == Promise.TRAVERSAL);
    return traversed
        ? Messages.get("report.observed-traversal")
        : Messages.get("report.observed-all");
  }

  /** The lines of an arm, by promise and then in the order they were observed. */
  public static List<Line> of(Arm arm) {
    Map<List<Object>, Line> lines = new LinkedHashMap<>();
    for (Run run : arm.runs()) {
      String folder = run.trial().folder();
      for (Evidence seen : run.evidence()) {
        int proven = seen.proven() ? 1 : 0;
        int claimed = seen.verdict() == Verdict.NOT_CLAIMED ? 0 : 1;
        lines.merge(
            List.of(seen.promise(), seen.subject()),
            new Line(seen.promise(), seen.subject(), proven, claimed, seen, folder),
            Promises::fold);
      }
    }
    List<Line> sorted = new ArrayList<>(lines.values());
    sorted.sort(Comparator.comparing(Line::promise));
    return sorted;
  }

  /**
   * The evidence of one guarantee, all places and runs of an arm together.
   *
   * @param proven observations that proved it
   * @param observed observations where it is claimed
   */
  public record Count(Promise promise, int proven, int observed) {
    /** For example {@code encryption 15/15}. */
    public String words() {
      return "%s %s/%s".formatted(ReportText.of(promise), proven, observed);
    }
  }

  /** The counts of all guarantees that are claimed somewhere. */
  public static List<Count> counts(List<Line> lines) {
    List<Count> counts = new ArrayList<>();
    for (Promise promise : Promise.values()) {
      List<Line> own = lines.stream().filter(line -> line.promise() == promise).toList();
      int observed = own.stream().mapToInt(Line::observed).sum();
      if (observed > 0) {
        counts.add(new Count(promise, own.stream().mapToInt(Line::proven).sum(), observed));
      }
    }
    return counts;
  }

  private static Line fold(Line sofar, Line next) {
    boolean keep =
        !sofar.worst().proven()
            && SEVERITY.indexOf(sofar.verdict()) >= SEVERITY.indexOf(next.verdict());
    return new Line(
        sofar.promise(),
        sofar.subject(),
        sofar.proven() + next.proven(),
        sofar.observed() + next.observed(),
        keep ? sofar.worst() : next.worst(),
        keep ? sofar.folder() : next.folder());
  }
}
