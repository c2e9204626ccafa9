package io.meshgauge.evidence.traffic;

import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Proportion;
import java.util.Locale;

/**
 * A share of requests that proxies draw at random, each request for itself, against what was
 * counted: the exact binomial interval of the counted share.
 *
 * <p>The interval must contain the declared share. It must also be narrow enough to exclude twice
 * the share and none at all (above one half: half of the share); otherwise the counts cannot tell.
 *
 * @param percent of the requests, above 0 and up to 100
 */
public record DeclaredShare(int percent) {
  /** One proof in a thousand fails by chance. */
  private static final double LEVEL = 0.999;

  private static final int HALF = 50;

  /** Expected hits from which on the counts nearly always tell. */
  private static final int HITS = 50;

  /** What so many hits in so many trials say about the share; no trial says nothing. */
  public Verdict verdict(long hits, long trials) {
    if (trials == 0) {
      return Verdict.MISSING;
    }
    Interval interval = new Proportion(hits, trials).interval(LEVEL);
    double declared = percent / 100.0;
    if (declared < interval.low() || declared > interval.high()) {
      return Verdict.DISPROVEN;
    }
    boolean excluded =
        percent > HALF
            ? interval.low() > declared / 2
            : interval.low() > 0 && interval.high() < 2 * declared;
    return excluded ? Verdict.PROVEN : Verdict.MISSING;
  }

  /** The declared share of what was counted, for example {@code 10 % of 584 requests}. */
  public String expected(long trials, String what) {
    return "%d %% of %d %s".formatted(percent, trials, what);
  }

  /** The counted share with its interval, and whether it decides. */
  public String observed(long hits, long trials) {
    if (trials == 0) {
      return "none counted";
    }
    Interval interval = new Proportion(hits, trials).interval(LEVEL);
    String counted =
        String.format(
            Locale.ROOT,
            "%d of %d: %.1f %%, exact 99.9 %% interval %.1f to %.1f %%",
            hits,
            trials,
            100.0 * hits / trials,
            100 * interval.low(),
            100 * interval.high());
    return verdict(hits, trials) == Verdict.MISSING
        ? "%s: too few requests to exclude %s; send about %d or more"
            .formatted(
                counted,
                percent > HALF ? "half of the share" : "twice the share, or none",
                enough())
        : counted;
  }

  /** How many requests a declared share needs. */
  private int enough() {
    return HITS * 100 / percent;
  }
}
