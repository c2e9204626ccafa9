package io.meshgauge.load;

import io.meshgauge.experiment.Protocol.StopRule;
import io.meshgauge.experiment.Protocol.StopRule.Limit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Judges the seconds of a load by a {@link StopRule}.
 *
 * <p>A second in which no request ended says nothing of an idle load, and ends no streak. While
 * requests wait for their answers, it continues one: an application that hangs lets them all time
 * out at once, and then is silent again.
 */
final class HarmWatch {
  private final StopRule rule;
  private final String what;
  private final LongSupplier nanoTime;
  private final List<Observed> failing = new ArrayList<>();
  private final List<Observed> slow = new ArrayList<>();
  private int windows;
  private long inFlight;
  private int silentSeconds;
  private long warmSince;
  private long warmSecond = -1;
  private long endedBefore;
  private long failedBefore;

  /**
   * @param what the arm and its plan, for the message
   * @param nanoTime tells the seconds of the warm-up apart
   */
  HarmWatch(StopRule rule, String what, LongSupplier nanoTime) {
    this.rule = rule;
    this.what = what;
    this.nanoTime = nanoTime;
  }

  /** Ends nothing. */
  static HarmWatch none() {
    return new HarmWatch(StopRule.NONE, "", () -> 0);
  }

  private record Observed(String second, String value) {}

  /**
   * Progress of the warm-up. Response times are not judged there: processes that have just started
   * are slow.
   *
   * @param ended requests since its start that were answered or given up
   * @param failed those among them that were not answered as expected
   * @throws HarmException if the rule fires
   */
  void warming(long ended, long failed) {
    long now = nanoTime.getAsLong();
    if (warmSecond < 0) {
      warmSince = now;
      warmSecond = 0;
    }
    long second = TimeUnit.NANOSECONDS.toSeconds(now - warmSince);
    if (second > warmSecond) {
      errors(
          "second %d of the warm-up".formatted(warmSecond),
          ended - endedBefore,
          failed - failedBefore,
          true);
      warmSecond = second;
      endedBefore = ended;
      failedBefore = failed;
    }
  }

  /**
   * A listener of a window that passes everything on, and throws a {@link HarmException} when the
   * rule fires.
   *
   * @param length of the window; answers after it are not judged
   */
  LoadListener over(LoadListener listener, Duration length) {
    return new LoadListener() {
      @Override
      public void measuring(Instant start) {
        opens();
        listener.measuring(start);
      }

      @Override
      public void second(Second second) {
        listener.second(second);
        if (second.second() < length.toSeconds()) {
          judge(second);
        }
      }

      @Override
      public void finished(Instant end) {
        listener.finished(end);
      }
    };
  }

  private void opens() {
    if (windows == 0) {
      failing.clear();
    }
    windows++;
    inFlight = 0;
    silentSeconds = 0;
  }

  private void judge(LoadListener.Second second) {
    inFlight += second.sent() - second.ended();
    silentSeconds = second.ended() == 0 && inFlight > 0 ? silentSeconds + 1 : 0;
    String name = "second %d of window %d".formatted(second.second(), windows);
    errors(name, second.ended(), second.errors(), inFlight > 0);
    if (rule.responseP99().isPresent()) {
      responses(name, second, rule.responseP99().get());
    }
  }

  private void errors(String second, long ended, long failed, boolean waiting) {
    if (rule.errorRatio().isEmpty()) {
      return;
    }
    Limit limit = rule.errorRatio().get();
    if (ended > 0) {
      double ratio = (double) failed / ended;
      observe(failing, ratio >= limit.value(), new Observed(second, percent(ratio)));
    } else if (waiting && !failing.isEmpty()) {
      failing.add(new Observed(second, "no answer"));
    }
    fire(
        failing, "requests not answered as expected", percent(limit.value()), "error_ratio", limit);
  }

  private void responses(String second, LoadListener.Second of, Limit limit) {
    if (of.ended() > 0) {
      double p99 = of.p99Micros() / 1e6;
      observe(slow, p99 >= limit.value(), new Observed(second, seconds(p99)));
    } else if (silentSeconds >= limit.value()) {
      slow.add(new Observed(second, "no answer for %d s".formatted(silentSeconds)));
    }
    fire(slow, "response time p99", seconds(limit.value()), "response_p99", limit);
  }

  private static void observe(List<Observed> streak, boolean reached, Observed second) {
    if (reached) {
      streak.add(second);
    } else {
      streak.clear();
    }
  }

  private void fire(List<Observed> streak, String value, String most, String key, Limit limit) {
    if (streak.size() < rule.seconds()) {
      return;
    }
    String observed = streak.stream().map(Observed::value).collect(Collectors.joining(", "));
    String first = streak.get(0).second();
    String last = streak.get(streak.size() - 1).second();
    String period = first.equals(last) ? "in " + first : "from %s to %s".formatted(first, last);
    throw new HarmException(
        what,
        "%s, %s: %s; the limit is %s in %d consecutive seconds, set by %s"
            .formatted(period, value, observed, most, rule.seconds(), limit.source()),
        key);
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * ratio);
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.3g s", value);
  }
}
