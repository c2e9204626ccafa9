package io.meshgauge.experiment;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How every trial of an experiment is run, equal for all arms.
 *
 * @param replicates blocks, each of which redeploys every arm once; at least 1. With a time: as
 *     many as are expected to fit, planned again after each
 * @param load what is sent
 * @param windows of each run, above 1: the arms of a block are deployed at once and measured in
 *     turns (decision 50); empty: each arm is deployed on its own and measured in one window
 * @param noiseFloor whether each block measures the baseline twice (A/A)
 * @param length what ends the session before its replicates are measured
 * @param sendLag seconds of send lag p99 that are accepted even where the median response time is
 *     so short that they exceed its share ({@link LagLimit#SHARE}); empty: none
 * @param stop ends the session when the application is harmed
 * @param proof the promises of each arm are proven with a few slow requests, again and again for
 *     this long (zero: once), and nothing is compared; empty: arms are measured and compared
 */
public record Protocol(
    int replicates,
    Load load,
    OptionalInt windows,
    boolean noiseFloor,
    Length length,
    OptionalDouble sendLag,
    StopRule stop,
    Optional<Duration> proof) {
  /**
   * What is sent to every arm.
   *
   * @param rate mean requests per second, or empty: found by a capacity probe of the slowest arm
   * @param arrival {@code uniform} or {@code poisson}
   * @param warmupRequests discarded requests before each window
   * @param connections connections that the load workers keep open, in total
   * @param loadWorkers processes or pods that send the load, each a share of one schedule
   */
  public record Load(
      OptionalDouble rate, String arrival, int warmupRequests, int connections, int loadWorkers) {}

  /**
   * What ends a session early.
   *
   * @param time that the whole session may take; empty: it takes as long as the replicates need
   * @param precision at which the session ends; empty: results do not influence its length
   */
  public record Length(Optional<Duration> time, Optional<Precision> precision) {
    /** As long as the replicates need. */
    public static final Length OF_REPLICATES = new Length(Optional.empty(), Optional.empty());
  }

  /**
   * Ends the load and the whole session when the application is evidently harmed: when a limit is
   * reached in that many consecutive seconds.
   *
   * @param errorRatio of the requests that ended in a second, not answered as expected, above 0 and
   *     at most 1
   * @param responseP99 response time p99 of a second, in seconds; not judged in the warm-up
   * @param seconds consecutive seconds in which a limit is reached, at least 1
   */
  public record StopRule(Optional<Limit> errorRatio, Optional<Limit> responseP99, int seconds) {
    /** Ends nothing. */
    public static final StopRule NONE = new StopRule(Optional.empty(), Optional.empty(), 1);

    /** Rule of the {@link Reason} of the run in which it fired. */
    public static final String KEY = "stop-rule";

    /**
     * A limit of a value.
     *
     * @param source what sets it: a place in a file, or a default
     */
    public record Limit(double value, String source) {}

    /** Why a run ended its session; empty if it did not. */
    public static Optional<Reason> firedIn(Run run) {
      return run.reasons().stream().filter(reason -> reason.rule().equals(KEY)).findFirst();
    }
  }

  /**
   * Ends a session once every difference is decided or known closely enough, at planned looks.
   *
   * @param effect the widest half of an interval, as a ratio − 1, above 0
   * @param most replicates at the last look, fixed before the first trial
   */
  public record Precision(double effect, int most) {
    private static final int DENSE = 6;

    /** Numbers of replicates after which the results are looked at, ascending; seldom later on. */
    public int[] looks() {
      return IntStream.iterate(
              MIN_REPLICATES,
              look -> look <= most,
              look ->
                  look == most
                      ? most + 1
                      : Math.min(most, look < DENSE ? look + 1 : look + look / 4))
          .toArray();
    }
  }

  /** Fewer replicates give no interval. */
  public static final int MIN_REPLICATES = 3;

  /** As many windows as there may be: each as short as possible. */
  public static final int SHORTEST_WINDOWS = Integer.MAX_VALUE;

  /** Requests per second of a proof: no machine and no application is busy with so few. */
  public static final double PROOF_RATE = 20;

  /** Requests after which the first connections of every hop exist. */
  private static final int PROOF_WARM_UP = 40;

  /** Shorter windows have too few requests to find a pause of the load worker. */
  public static final Duration MIN_WINDOW = Duration.ofSeconds(2);

  public Protocol {
    // Archives of older versions lack it.
    stop = stop == null ? StopRule.NONE : stop;
  }

  /** A protocol of single windows. */
  public Protocol(
      int replicates,
      OptionalDouble rate,
      String arrival,
      int warmupRequests,
      int connections,
      int loadWorkers,
      boolean noiseFloor) {
    this(
        replicates,
        new Load(rate, arrival, warmupRequests, connections, loadWorkers),
        OptionalInt.empty(),
        noiseFloor,
        Length.OF_REPLICATES,
        OptionalDouble.empty(),
        StopRule.NONE,
        Optional.empty());
  }

  public OptionalDouble rate() {
    return load.rate;
  }

  /** Rate of a plan: its own, or that of all; of a proof always that of the proof. */
  public OptionalDouble rateOf(Plan plan) {
    if (plan.rate().isEmpty() || proof.isPresent()) {
      return rate();
    }
    Plan.Rate own = plan.rate().get();
    return own.share() && rate().isEmpty() ? rate() : OptionalDouble.of(own.in(rate().orElse(0)));
  }

  public String arrival() {
    return load.arrival;
  }

  public int warmupRequests() {
    return load.warmupRequests;
  }

  public int connections() {
    return load.connections;
  }

  public int loadWorkers() {
    return load.loadWorkers;
  }

  public Optional<Duration> time() {
    return length.time;
  }

  public Optional<Precision> precision() {
    return length.precision;
  }

  /**
   * Windows of a run under a plan: as many equal ones of whole seconds as are allowed, none shorter
   * than {@link #MIN_WINDOW}; 1 unless the plan's rate is the same all the time.
   */
  public int windowsOf(Plan plan) {
    long seconds = plan.duration().toSeconds();
    int most = plan.isSteady() ? windows.orElse(1) : 1;
    return (int)
        LongStream.iterate(
                Math.min(most, seconds / MIN_WINDOW.toSeconds()), count -> count > 1, it -> it - 1)
            .filter(count -> seconds % count == 0)
            .findFirst()
            .orElse(1);
  }

  /** Length of such a window. */
  public Duration windowOf(Plan plan) {
    return plan.duration().dividedBy(windowsOf(plan));
  }

  /** The same protocol with another number of windows. */
  public Protocol inWindows(int others) {
    OptionalInt several = others > 1 ? OptionalInt.of(others) : OptionalInt.empty();
    return new Protocol(replicates, load, several, noiseFloor, length, sendLag, stop, proof);
  }

  /** The same protocol with another warm-up. */
  public Protocol warmedBy(int requests) {
    return with(new Load(rate(), arrival(), requests, connections(), loadWorkers()));
  }

  /** The same protocol with another number of connections. */
  public Protocol over(int others) {
    return with(new Load(rate(), arrival(), warmupRequests(), others, loadWorkers()));
  }

  /** The same protocol at a known rate. */
  public Protocol atRate(double requestsPerSecond) {
    OptionalDouble known = OptionalDouble.of(requestsPerSecond);
    return with(new Load(known, arrival(), warmupRequests(), connections(), loadWorkers()));
  }

  /** The same protocol with another load. */
  public Protocol with(Load other) {
    return new Protocol(replicates, other, windows, noiseFloor, length, sendLag, stop, proof);
  }

  /** The same protocol with another number of replicates. */
  public Protocol replicated(int others) {
    return new Protocol(others, load, windows, noiseFloor, length, sendLag, stop, proof);
  }

  /** The same protocol for a session of a given length. */
  public Protocol lasting(Duration session) {
    return with(new Length(Optional.of(session), precision()));
  }

  /** The same protocol for sessions that end at a precision. */
  public Protocol until(Precision wanted) {
    return with(new Length(time(), Optional.of(wanted)));
  }

  private Protocol with(Length other) {
    return new Protocol(replicates, load, windows, noiseFloor, other, sendLag, stop, proof);
  }

  /** The same protocol without an A/A pair. */
  public Protocol withoutNoiseFloor() {
    return new Protocol(replicates, load, windows, false, length, sendLag, stop, proof);
  }

  /** The same protocol with a stop rule. */
  public Protocol stoppedBy(StopRule rule) {
    return new Protocol(replicates, load, windows, noiseFloor, length, sendLag, rule, proof);
  }

  /** The same protocol that accepts a send lag, in seconds; empty: none. */
  public Protocol accepting(OptionalDouble sendLagSeconds) {
    return new Protocol(replicates, load, windows, noiseFloor, length, sendLagSeconds, stop, proof);
  }

  /**
   * The protocol of a proof: each arm once, at {@link #PROOF_RATE}, without what only a comparison
   * needs.
   *
   * @param watch how long to prove again and again; zero: once
   */
  public Protocol proving(Duration watch) {
    OptionalDouble slow = OptionalDouble.of(PROOF_RATE);
    return new Protocol(
        1,
        new Load(slow, arrival(), PROOF_WARM_UP, connections(), 1),
        OptionalInt.empty(),
        false,
        Length.OF_REPLICATES,
        OptionalDouble.empty(),
        stop,
        Optional.of(watch));
  }
}
