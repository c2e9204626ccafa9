package io.meshgauge.evidence.policy;

import io.meshgauge.evidence.window.Expected;
import io.meshgauge.evidence.window.PolicyDenials;
import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.RequestKind.Denial;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Refusals;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.PolicyEnforcementPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compares what the policy's own counters say with what was sent: the services refuse the same
 * requests with the same status, so that answers alone do not tell whose refusal they are.
 *
 * <p>Where a policy refuses those alone who show no token, the status tells whose refusal it is,
 * and no counters are asked. Elsewhere:
 *
 * <p>Where the load enters, exactly the requests that must be refused were refused; everywhere else
 * none was; and every other request was looked at and let pass.
 */
public final class PolicyProof {
  private static final String SOURCE = "the policy's counters at both ends of the window";

  private final DataPlane plane;
  private final Guarantees claims;

  public PolicyProof(DataPlane plane, Guarantees claims) {
    this.plane = plane;
    this.claims = claims;
  }

  /** Evidence of every guard that counts for itself; none where no policy is claimed. */
  public List<Evidence> evidence(ProxyCounters counters, LoadResult load) {
    return evidence(counters, load, Map.of());
  }

  /**
   * Evidence of every guard; none where no policy is claimed.
   *
   * @param served how many calls each process of a service served in the window, by its own count;
   *     asked of where a guard does not count what it refuses
   */
  public List<Evidence> evidence(
      ProxyCounters counters, LoadResult load, Map<String, Long> served) {
    List<Evidence> all = new ArrayList<>();
    if (!claims.policed()) {
      return all;
    }
    if (claims.refusals() == Refusals.WITHOUT_TOKEN) {
      return List.of(byAnswer(load));
    }
    if (plane.guards().stream().noneMatch(this::entry)) {
      all.add(
          evidence(
              "policy before " + String.join(", ", plane.entries()),
              Verdict.DISPROVEN,
              "a policy where the load enters",
              "policies stand before "
                  + plane.guards().stream().map(PolicyEnforcementPoint::service).toList()));
    }
    for (PolicyEnforcementPoint guard : plane.guards()) {
      if (guard.denied().equals(CounterSource.NOT_COUNTED)) {
        all.add(untold(guard, counters, load, served));
        continue;
      }
      Optional<Listener> inbound = counters.inbound(guard.service());
      Optional<String> gap =
          counters
              .gap(inbound, TrafficCounter.REQUESTS)
              .or(() -> counters.gap(guard, guard.denied(), guard.allowed()));
      if (gap.isPresent()) {
        all.add(
            evidence(guard.name(), Verdict.MISSING, "requests refused and let pass", gap.get()));
      } else {
        all.add(refused(guard, counters, load));
        all.add(passed(guard, counters.requests(inbound.orElseThrow()), counters, load));
        recalled(guard, counters).ifPresent(all::add);
        strangers(guard, counters).ifPresent(all::add);
      }
    }
    return all;
  }

  /** Without a token the services answer 401, so that the answer itself tells whose it is. */
  private Evidence byAnswer(LoadResult load) {
    long answered = 0;
    long refused = 0;
    for (LabelResult label : load.labels()) {
      if (label.kind().denial() == Denial.TOKEN) {
        answered += label.completed();
        refused += label.status().getOrDefault("403", 0L);
      }
    }
    Verdict seen = refused == answered ? Verdict.PROVEN : Verdict.DISPROVEN;
    return new Evidence(
        Promise.POLICY,
        "policy before " + String.join(", ", plane.entries()),
        answered == 0 ? Verdict.MISSING : seen,
        "requests without a token are answered 403, where the services answer 401",
        "%d of %d answered 403".formatted(refused, answered),
        "worker.json");
  }

  /** Of a guard that does not count: what came to it and did not get to the service, it refused. */
  private Evidence untold(
      PolicyEnforcementPoint guard,
      ProxyCounters counters,
      LoadResult load,
      Map<String, Long> served) {
    Optional<Listener> before = counters.between(guard.service()).filter(counters::known);
    Long reached = served.get(guard.service());
    if (before.isEmpty() || reached == null) {
      return evidence(
          guard.name(),
          Verdict.MISSING,
          "requests refused and let pass",
          "%s was not read at both ends of the window, or the service did not say what it served"
              .formatted(guard.proxy()));
    }
    long took = counters.requests(before.get());
    long due = due(guard, load);
    long slack = Expected.slack(plane.to(guard.service()), took);
    long again = counters.retries(before.get());
    boolean kept = reached > 0 && Math.abs(took + again - reached - due) <= slack;
    return evidence(
        guard.name(),
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        "of %d requests that came%s %d did not get to the service%s%s"
            .formatted(
                took,
                again > 0 ? ", and %d that were sent again,".formatted(again) : "",
                due,
                entry(guard)
                    ? ": " + list(claims.refusals(), load)
                    : ": its callers send only what the policy allows",
                slack > 0 ? ", give or take " + slack : ""),
        "%d were served".formatted(reached));
  }

  private boolean entry(PolicyEnforcementPoint guard) {
    return plane.entersAt(guard.service());
  }

  /** How many requests a guard must have refused. */
  private long due(PolicyEnforcementPoint guard, LoadResult load) {
    return entry(guard) ? PolicyDenials.sent(claims.refusals(), load) : 0;
  }

  private Evidence refused(PolicyEnforcementPoint guard, ProxyCounters counters, LoadResult load) {
    long due = due(guard, load);
    long refused = counters.count(guard, guard.denied());
    return evidence(
        guard.name() + ", refused",
        refused == due ? Verdict.PROVEN : Verdict.DISPROVEN,
        entry(guard)
            ? "exactly %d: %s".formatted(due, list(claims.refusals(), load))
            : "0: its callers send only what the policy allows",
        refused + " refused");
  }

  /** The requests of the load that the policy must refuse, or that there is none. */
  private static String list(Refusals refusals, LoadResult load) {
    String refused =
        load.labels().stream()
            .filter(PolicyDenials.passing(refusals).negate())
            .map((LabelResult label) -> label.sent() + " " + label.label())
            .collect(Collectors.joining(", "));
    return refused.isEmpty() ? "the load sends only what the policy allows" : refused;
  }

  private Evidence passed(
      PolicyEnforcementPoint guard, long took, ProxyCounters counters, LoadResult load) {
    long expected = took - due(guard, load);
    long passed = counters.count(guard, guard.allowed());
    long unjudged = counters.count(guard, guard.undecided());
    long slack = Expected.slack(plane.to(guard.service()), took);
    boolean kept = passed > 0 && unjudged == 0 && Math.abs(passed - expected) <= slack;
    return evidence(
        guard.name() + ", let pass",
        kept ? Verdict.PROVEN : Verdict.DISPROVEN,
        "the other %d of %d requests that came%s"
            .formatted(expected, took, slack > 0 ? ", give or take " + slack : ""),
        "%d let pass%s".formatted(passed, unjudged > 0 ? ", %d unjudged".formatted(unjudged) : ""));
  }

  /** Whether decisions were remembered where that was asked for, and made again where not. */
  private static Optional<Evidence> recalled(PolicyEnforcementPoint guard, ProxyCounters counters) {
    if (guard.cache().hits().equals(CounterSource.NOT_COUNTED)) {
      return Optional.empty();
    }
    long recalled = counters.count(guard, guard.cache().hits());
    return Optional.of(
        evidence(
            guard.name() + ", remembered",
            (recalled > 0) == guard.cache().expected() ? Verdict.PROVEN : Verdict.DISPROVEN,
            guard.cache().expected()
                ? "some decisions are remembered"
                : "every decision is made again",
            recalled + " remembered"));
  }

  /**
   * Whether it has refused anybody at all: a policy by callers refuses nothing that the plans send,
   * and one that is not there would not either. Before the window we have called as a stranger.
   */
  private static Optional<Evidence> strangers(
      PolicyEnforcementPoint guard, ProxyCounters counters) {
    if (guard.unidentified().equals(CounterSource.NOT_COUNTED)) {
      return Optional.empty();
    }
    long refused = counters.before(guard, guard.unidentified());
    return Optional.of(
        evidence(
            guard.name() + ", strangers",
            refused > 0 ? Verdict.PROVEN : Verdict.DISPROVEN,
            "our call without an identity before the window is refused",
            refused + " refused that showed no identity"));
  }

  private static Evidence evidence(
      String subject, Verdict verdict, String expected, String observed) {
    return new Evidence(Promise.POLICY, subject, verdict, expected, observed, SOURCE);
  }
}
