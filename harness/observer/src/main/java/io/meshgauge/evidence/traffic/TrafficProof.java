package io.meshgauge.evidence.traffic;

import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.ProxyRules;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the proxies steered requests as the arm asks for while it was measured.
 *
 * <p>A limit that was not approached is on when the running proxy says that it has it ({@link
 * RunningRules}); of proxies that say nothing it must have been reached ({@link
 * CounterBasedTrafficProof}). What was reached is counted, and the counts are held against each
 * other: what failed before a service against what was sent again, what a bucket let pass against
 * its size, and what a proxy answered in the place of a service against the answers that the load
 * saw.
 */
public final class TrafficProof {
  private static final String SOURCE = "proxies' counters at both ends of the window";
  private static final String ANSWERS = "worker.json, and " + SOURCE;

  private final DataPlane plane;
  private final Traffic traffic;

  public TrafficProof(DataPlane plane) {
    this.plane = plane;
    this.traffic = plane.traffic();
  }

  /** Evidence of all hops; none where nothing was asked for. */
  public List<Evidence> evidence(
      ProxyCounters counters, LoadResult load, Map<String, ProxyRules> running) {
    List<Evidence> all = new ArrayList<>();
    if (!traffic.any()) {
      return all;
    }
    RunningRules rules = new RunningRules(traffic, running);
    boolean readable = plane.type().map(it -> it.control().isPresent()).orElse(true);
    if (!readable) {
      all.addAll(new CounterBasedTrafficProof(traffic, plane.listeners(), counters).evidence());
    }
    for (Listener sender : plane.senders()) {
      if (sender.hop().protocol() != Protocol.TCP) {
        if (readable) {
          rules.ofSender(sender).ifPresent(all::add);
        }
        traffic.retries().ifPresent(it -> all.add(again(sender, it, counters)));
        all.addAll(new ConnectionSettingsProof(traffic, sender, counters).evidence());
      }
    }
    for (Listener receiver : plane.listeners()) {
      if (receiver.side() == Side.INBOUND && traffic.perSecond().isPresent()) {
        if (readable) {
          all.add(rules.ofReceiver(receiver));
        }
        all.add(admitted(receiver, traffic.perSecond().get(), counters, load));
      }
    }
    traffic
        .routing()
        .injection()
        .ifPresent(it -> all.addAll(new InjectionProof(it, plane, counters).evidence()));
    entry(plane.senders()).ifPresent(it -> all.addAll(answers(it, counters, load)));
    return all;
  }

  /** What a proxy sent again to a service, against what failed there. */
  private Evidence again(Listener sender, Retries requested, ProxyCounters counters) {
    String subject = sender.hop() + ", sent again";
    // Of a proxy between the other end is a tunnel's, at which no request is seen.
    Optional<Listener> server =
        (sender.side() == Side.BETWEEN
            ? Optional.of(sender)
            : counters.inbound(sender.hop().server()));
    boolean failuresCounted = requested.onAnswers() && countsFailuresOf(sender);
    Optional<String> gap =
        gapOfRetries(sender, requested, counters)
            .or(() -> counters.gap(server, TrafficCounter.REQUESTS))
            .or(() -> failuresCounted ? gapOfFailures(sender, server, counters) : Optional.empty());
    if (gap.isPresent()) {
      return missing(subject, "what was sent again", gap.get());
    }
    long again = counters.count(sender, TrafficCounter.RETRIES);
    if (requested.most() == 0) {
      return evidence(subject, again == 0, "nothing", again + " requests");
    }
    long most = requested.most() * counters.requests(sender);
    long well = counters.count(sender, TrafficCounter.RETRIES_SUCCEEDED);
    long givenUp = counters.count(sender, TrafficCounter.RETRIES_EXHAUSTED);
    long tooMany = counters.count(sender, TrafficCounter.RETRIES_OVERFLOWED);
    String observed =
        "%d sent again, after which %d went well; %d given up after the last%s"
            .formatted(
                again, well, givenUp, tooMany > 0 ? "; %d were too many".formatted(tooMany) : "");
    boolean bounded = again <= most;
    if (!failuresCounted) {
      return evidence(subject, bounded, "at most %d".formatted(most), observed);
    }
    long failed =
        server.orElseThrow().equals(sender)
            ? failedByReplicas(sender, counters)
            : counters.count(server.orElseThrow(), TrafficCounter.FAILURES);
    long slack =
        Expected.slack(List.of(sender.hop()), counters.requests(sender))
            + counters.timeouts(sender);
    return evidence(
        subject,
        bounded && again + givenUp + tooMany >= failed - slack,
        "each of %d failures%s sent again or given up, at most %d sent again"
            .formatted(failed, slack > 0 ? " (give or take " + slack + ")" : "", most),
        observed);
  }

  private static Optional<String> gapOfRetries(
      Listener sender, Retries requested, ProxyCounters counters) {
    return requested.most() == 0
        ? counters.gap(sender, TrafficCounter.REQUESTS, TrafficCounter.RETRIES)
        : counters.gap(
            sender,
            TrafficCounter.REQUESTS,
            TrafficCounter.RETRIES,
            TrafficCounter.RETRIES_SUCCEEDED,
            TrafficCounter.RETRIES_EXHAUSTED,
            TrafficCounter.RETRIES_OVERFLOWED);
  }

  private static Optional<String> gapOfFailures(
      Listener sender, Optional<Listener> server, ProxyCounters counters) {
    return server.equals(Optional.of(sender))
        ? counters.gap(
            sender, TrafficCounter.UPSTREAM_FAILURES, TrafficCounter.UPSTREAM_RETRY_FAILURES)
        : counters.gap(server, TrafficCounter.FAILURES);
  }

  /**
   * What replicas answered with 5xx where one proxy alone sees the requests of its hop: Envoy
   * counts apart what it sent again, and as if a replica had said it what it refused itself.
   */
  private static long failedByReplicas(Listener sender, ProxyCounters counters) {
    return counters.count(sender, TrafficCounter.UPSTREAM_RETRY_FAILURES)
        + counters.count(sender, TrafficCounter.UPSTREAM_FAILURES)
        - counters.correction(sender, TrafficCounter.OVERFLOWS);
  }

  /**
   * Whether it is counted what failed for this sender: gRPC says it behind a status of 200, and of
   * several callers the proxy before the service does not know which.
   */
  private boolean countsFailuresOf(Listener sender) {
    String server = sender.hop().server();
    return sender.hop().protocol() == Protocol.HTTP1
        && (sender.side() != Side.OUTBOUND
            || plane.dial().keySet().stream().filter(hop -> hop.server().equals(server)).count()
                == 1);
  }

  /** A bucket holds as many as come in a second, and gets as many each second. */
  private Evidence admitted(
      Listener receiver, int perSecond, ProxyCounters counters, LoadResult load) {
    String service = receiver.hop().server();
    String subject = "before " + service + ", let pass";
    Optional<String> gap =
        counters.gap(
            receiver,
            TrafficCounter.REQUESTS,
            TrafficCounter.RATE_ADMITTED,
            TrafficCounter.RATE_LIMITED);
    if (gap.isPresent()) {
      return missing(subject, "at most %d a second".formatted(perSecond), gap.get());
    }
    long took = counters.requests(receiver);
    long passed = counters.count(receiver, TrafficCounter.RATE_ADMITTED);
    long refused = counters.count(receiver, TrafficCounter.RATE_LIMITED);
    long slack = Expected.slack(plane.to(service), took);
    double seconds = Math.ceil(load.seconds());
    long most = Math.round(perSecond * (seconds + 1)) + slack;
    boolean judged = Math.abs(passed + refused - took) <= slack;
    return evidence(
        subject,
        judged && passed <= most,
        String.format(
            Locale.ROOT,
            "at most %d let pass in %.0f s, and each of the %d that came let pass or refused",
            most,
            seconds,
            took),
        "%d let pass, %d refused".formatted(passed, refused));
  }

  /** What the load saw of what proxies answered in the place of services. */
  private List<Evidence> answers(Listener entry, ProxyCounters counters, LoadResult load) {
    List<Evidence> all = new ArrayList<>();
    List<TrafficCounter> needed = new ArrayList<>(List.of(TrafficCounter.REQUESTS));
    traffic.maxInFlight().ifPresent(it -> needed.add(TrafficCounter.OVERFLOWS));
    traffic.timeout().ifPresent(it -> needed.add(TrafficCounter.TIMEOUTS));
    Optional<String> gap = counters.gap(entry, needed.toArray(TrafficCounter[]::new));
    if (gap.isPresent()) {
      return List.of(missing("answers to the load", "answers of its proxy", gap.get()));
    }
    if (traffic.perSecond().isPresent()) {
      long least =
          entry(plane.listeners().stream().filter(it -> it.side() == Side.INBOUND).toList())
              .map(it -> counters.correction(it, TrafficCounter.RATE_LIMITED))
              .orElse(0L);
      long most =
          plane.listeners().stream()
              .filter(it -> it.side() == Side.INBOUND && counters.known(it))
              .mapToLong(it -> counters.correction(it, TrafficCounter.RATE_LIMITED))
              .sum();
      long seen = answered(load, "429");
      all.add(
          answer(
              429,
              seen >= least && seen <= most,
              least == most
                  ? "exactly %d, refused where it enters".formatted(least)
                  : "%d refused where it enters, up to %d with those behind".formatted(least, most),
              Long.toString(seen)));
    }
    if (traffic.maxInFlight().isPresent()) {
      long refused = counters.correction(entry, TrafficCounter.OVERFLOWS);
      long seen = answered(load, "503");
      all.add(
          answer(
              503,
              seen >= refused,
              "at least %d, refused by the load's proxy".formatted(refused),
              "%d; %d requests were refused on hops behind"
                  .formatted(seen, behind(counters) - refused)));
    }
    if (traffic.timeout().isPresent()) {
      long late = counters.timeouts(entry);
      long seen = answered(load, "504");
      all.add(
          answer(
              504,
              seen >= late,
              "at least %d, given up by the load's proxy".formatted(late),
              Long.toString(seen)));
    }
    return all;
  }

  private long behind(ProxyCounters counters) {
    return plane.senders().stream()
        .filter(counters::known)
        .mapToLong(it -> counters.correction(it, TrafficCounter.OVERFLOWS))
        .sum();
  }

  private static long answered(LoadResult load, String status) {
    return load.labels().stream()
        .map(LabelResult::status)
        .mapToLong(it -> it.getOrDefault(status, 0L))
        .sum();
  }

  /** The one of some listeners at which the load enters. */
  private static Optional<Listener> entry(List<Listener> some) {
    return some.stream().filter(it -> it.hop().client().equals(Topology.LOAD)).findFirst();
  }

  private static Evidence evidence(String subject, boolean kept, String expected, String observed) {
    return evidence(subject, kept, expected, observed, SOURCE);
  }

  private static Evidence answer(int status, boolean kept, String expected, String observed) {
    return evidence("answers %d to the load".formatted(status), kept, expected, observed, ANSWERS);
  }

  private static Evidence evidence(
      String subject, boolean kept, String expected, String observed, String source) {
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        observed,
        source);
  }

  private static Evidence missing(String subject, String expected, String why) {
    return new Evidence(Promise.TRAFFIC, subject, Verdict.MISSING, expected, why, SOURCE);
  }
}
