package io.meshgauge.experiment.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one change cost the requests of the load, until the next change began or the load ended.
 *
 * @param change that had the effect
 * @param requests that were due in this time, and those that were under way when it began
 * @param failed those among them that were not answered as expected
 * @param longestGapSeconds longest time without an expected answer
 * @param worstSecondSeconds highest p99 of the response times of the requests that were due in one
 *     second, failed ones included; 0 without requests
 * @param recoverySeconds from its begin to the end of the last failed request; 0 if none failed
 * @param slices answers that ended in each {@link #SLICE_MICROS} from its begin, in order
 */
public record ChangeEffect(
    Change change,
    long requests,
    long failed,
    double longestGapSeconds,
    double worstSecondSeconds,
    double recoverySeconds,
    List<Slice> slices) {
  /** Length of a slice, in microseconds. */
  public static final long SLICE_MICROS = 100_000;

  private static final double SECOND = 1e6;
  private static final double PERCENTILE = 0.99;

  public ChangeEffect {
    slices = List.copyOf(slices);
  }

  /**
   * Answers that ended in a short time.
   *
   * @param good expected ones
   * @param failed requests that ended otherwise
   */
  public record Slice(int good, int failed) {}

  /**
   * The effects of consecutive changes.
   *
   * @param changes in order of time
   * @param answers of all requests of the window, in any order
   */
  public static List<ChangeEffect> of(List<Change> changes, List<Answer> answers) {
    long last = answers.stream().mapToLong(Answer::endMicros).max().orElse(Long.MIN_VALUE);
    List<List<Answer>> own = new ArrayList<>();
    changes.forEach(it -> own.add(new ArrayList<>()));
    for (Answer answer : answers) {
      int owner = owner(changes, answer);
      if (owner >= 0) {
        own.get(owner).add(answer);
      }
    }
    List<ChangeEffect> effects = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      long until =
          i + 1 < changes.size()
              ? changes.get(i + 1).beginMicros()
              : Math.max(last + 1, change.endMicros());
      List<Answer> during =
          answers.stream()
              .filter(it -> it.endMicros() >= change.beginMicros() && it.endMicros() < until)
              .toList();
      effects.add(of(change, until, own.get(i), during));
    }
    return List.copyOf(effects);
  }

  /**
   * The change that a request belongs to: the latest that had begun when it was due. A request that
   * was due after the end of that change and under way when the next one began was hit by the next.
   *
   * @return −1 before the first
   */
  private static int owner(List<Change> changes, Answer answer) {
    int latest = -1;
    while (latest + 1 < changes.size()
        && changes.get(latest + 1).beginMicros() <= answer.dueMicros()) {
      latest++;
    }
    boolean calm = latest < 0 || changes.get(latest).endMicros() < answer.dueMicros();
    boolean hit =
        latest + 1 < changes.size() && changes.get(latest + 1).beginMicros() <= answer.endMicros();
    return calm && hit ? latest + 1 : latest;
  }

  private static ChangeEffect of(Change change, long until, List<Answer> own, List<Answer> during) {
    long begin = change.beginMicros();
    List<Answer> failed = own.stream().filter(it -> !it.good()).toList();
    double recovery =
        failed.stream().mapToLong(Answer::endMicros).max().orElse(begin) - (double) begin;
    return new ChangeEffect(
        change,
        own.size(),
        failed.size(),
        longestGap(begin, until, during) / SECOND,
        worstSecond(begin, own) / SECOND,
        recovery / SECOND,
        slices(begin, until, during));
  }

  private static long longestGap(long begin, long until, List<Answer> during) {
    long[] ends =
        during.stream().filter(Answer::good).mapToLong(Answer::endMicros).sorted().toArray();
    long longest = 0;
    long before = begin;
    for (long end : ends) {
      longest = Math.max(longest, end - before);
      before = end;
    }
    return Math.max(longest, until - before);
  }

  private static double worstSecond(long begin, List<Answer> own) {
    Map<Long, List<Answer>> seconds =
        own.stream()
            .collect(
                Collectors.groupingBy(
                    it -> Math.floorDiv(it.dueMicros() - begin, (long) SECOND),
                    TreeMap::new,
                    Collectors.toList()));
    return seconds.values().stream().mapToDouble(ChangeEffect::p99).max().orElse(0);
  }

  private static double p99(List<Answer> second) {
    double[] times =
        second.stream().mapToDouble(it -> it.endMicros() - it.dueMicros()).sorted().toArray();
    return times[(int) Math.ceil(PERCENTILE * times.length) - 1];
  }

  private static List<Slice> slices(long begin, long until, List<Answer> during) {
    int[][] counts = new int[(int) ((until - begin + SLICE_MICROS - 1) / SLICE_MICROS)][2];
    for (Answer answer : during) {
      counts[(int) ((answer.endMicros() - begin) / SLICE_MICROS)][answer.good() ? 0 : 1]++;
    }
    return Arrays.stream(counts).map(it -> new Slice(it[0], it[1])).toList();
  }
}
