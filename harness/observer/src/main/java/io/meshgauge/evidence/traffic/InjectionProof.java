package io.meshgauge.evidence.traffic;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.routing.Injection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the callers' proxies injected faults into the declared share of the calls of a service,
 * by what they counted. How long a delay was is not counted.
 */
record InjectionProof(Injection injection, DataPlane plane, ProxyCounters counters) {
  private static final String SOURCE = "proxies' counters at both ends of the window";

  /** Evidence of each kind of fault, over all callers of the service. */
  List<Evidence> evidence() {
    List<Evidence> all = new ArrayList<>();
    injection
        .delay()
        .ifPresent(
            it ->
                all.add(
                    share(
                        "delays of %d ms".formatted(it.length().toMillis()),
                        it.percent(),
                        TrafficCounter.INJECTED_DELAYS)));
    injection
        .abort()
        .ifPresent(
            it ->
                all.add(
                    share(
                        "aborts with %d".formatted(it.status()),
                        it.percent(),
                        TrafficCounter.INJECTED_ABORTS)));
    return all;
  }

  private Evidence share(String what, int percent, TrafficCounter counter) {
    List<Listener> callers =
        plane.senders().stream()
            .filter(it -> injection.service().equals(Optional.of(it.hop().server())))
            .toList();
    Optional<String> gap =
        callers.stream()
            .flatMap(it -> counters.gap(it, TrafficCounter.REQUESTS, counter).stream())
            .findFirst();
    long calls = gap.isPresent() ? 0 : callers.stream().mapToLong(counters::requests).sum();
    long hits =
        gap.isPresent() ? 0 : callers.stream().mapToLong(it -> counters.count(it, counter)).sum();
    DeclaredShare share = new DeclaredShare(percent);
    return new Evidence(
        Promise.TRAFFIC,
        "calls of %s, injected %s".formatted(injection.service().orElse("no service"), what),
        gap.isPresent() ? Verdict.MISSING : share.verdict(hits, calls),
        share.expected(calls, "calls"),
        gap.orElseGet(() -> share.observed(hits, calls)),
        SOURCE);
  }
}
