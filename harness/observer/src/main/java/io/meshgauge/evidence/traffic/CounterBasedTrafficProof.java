package io.meshgauge.evidence.traffic;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Listener.Side;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether what an arm asks of its traffic was on, of proxies that do not say by which rules they
 * steer requests. What such a proxy would have done cannot be seen, only what it did: a counter
 * that is there for what may be sent again and not otherwise, and requests that were given up or
 * refused. What was reached nowhere is not known, and the evidence of it is missing.
 *
 * @param traffic what was asked for
 * @param listeners of all proxies
 * @param counters at both ends of the window
 */
record CounterBasedTrafficProof(Traffic traffic, List<Listener> listeners, ProxyCounters counters) {
  private static final String SOURCE = "proxies' counters at both ends of the window";

  public List<Evidence> evidence() {
    List<Evidence> all = new ArrayList<>();
    List<Listener> senders =
        listeners.stream()
            .filter(it -> it.side() == Side.OUTBOUND && it.hop().protocol() != Protocol.TCP)
            .toList();
    if (traffic.retries().filter(it -> it.most() > 0).isPresent()) {
      senders.forEach(it -> all.add(mayBeRetried(it)));
    }
    traffic
        .timeout()
        .ifPresent(
            limit ->
                all.add(
                    reached(
                        "request timeout",
                        "given up after %d ms".formatted(limit.toMillis()),
                        senders,
                        TrafficCounter.TIMEOUTS)));
    traffic
        .perSecond()
        .ifPresent(
            most ->
                all.add(
                    reached(
                        "rate limit",
                        "refused above %d a second".formatted(most),
                        listeners.stream().filter(it -> it.side() == Side.INBOUND).toList(),
                        TrafficCounter.RATE_LIMITED)));
    return all;
  }

  private Evidence mayBeRetried(Listener sender) {
    boolean called = counters.known(sender) && counters.requests(sender) > 0;
    boolean there = counters.exposes(sender, TrafficCounter.RETRIES);
    return new Evidence(
        Promise.TRAFFIC,
        sender.hop() + ", rule of its proxy",
        called ? there ? Verdict.PROVEN : Verdict.DISPROVEN : Verdict.MISSING,
        "a counter of what is sent again, which is there only for requests that may be",
        there ? "it is there" : called ? "it is not there" : "no request went there in the window",
        SOURCE);
  }

  private Evidence reached(
      String subject, String what, List<Listener> where, TrafficCounter counter) {
    List<Listener> known =
        where.stream().filter(it -> counters.gap(it, counter).isEmpty()).toList();
    String observed =
        known.stream()
            .filter(it -> counters.count(it, counter) > 0)
            .map(it -> "%d on %s".formatted(counters.count(it, counter), it.hop()))
            .collect(Collectors.joining(", "));
    long elsewhere = known.stream().filter(it -> counters.count(it, counter) == 0).count();
    return new Evidence(
        Promise.TRAFFIC,
        subject + ", at work",
        observed.isEmpty() ? Verdict.MISSING : Verdict.PROVEN,
        "requests %s somewhere: these proxies do not say by which rules they go".formatted(what),
        observed.isEmpty()
            ? known.isEmpty()
                ? where.stream()
                    .map(it -> counters.gap(it, counter))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .orElse("no proxy listens on these hops")
                : "none on %d hops: the limit was not reached, so that nothing shows it"
                    .formatted(elsewhere)
            : "%s; none on %d others".formatted(observed, elsewhere),
        SOURCE);
  }
}
