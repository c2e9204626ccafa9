package io.meshgauge.evidence;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Encryption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether everything a mesh claims was seen to hold in a run; without it the run is unverified and
 * has no score.
 *
 * <p>Asked of every arm: traversal (its absence in the baseline), the plaintext probe, and denial
 * where requests are sent; where TLS is claimed also encryption and identity; where a network
 * encrypts between nodes also encryption, of every hop: one that stays on a node has none; where a
 * policy is claimed that the refusals were the mesh's own; where requests are spread over replicas
 * their distribution; and what the variant asks for, such as telemetry. Without the claim of TLS
 * the look at the wire is a control: it may be missing, where capture is not permitted, but not
 * contradict.
 *
 * @param reasons why not, one sentence each; empty when all was proven
 */
public record Verification(List<String> reasons) {
  private static final Set<Promise> ALWAYS =
      EnumSet.of(Promise.TRAVERSAL, Promise.PLAINTEXT_PROBE, Promise.DENIAL);
  private static final Set<Promise> TLS = EnumSet.of(Promise.ENCRYPTION, Promise.IDENTITY);

  public Verification {
    reasons = List.copyOf(reasons);
  }

  /** Holds the evidence of a run that sent requests against the claims. */
  public static Verification of(Guarantees claims, List<Evidence> evidence) {
    return of(claims, Set.of(), evidence);
  }

  /**
   * The same where the variant asks for more.
   *
   * @param requested additional settings of the variant
   */
  public static Verification of(
      Guarantees claims, Set<Promise> requested, List<Evidence> evidence) {
    Set<Promise> required = required(claims);
    required.addAll(requested);
    return of(required, evidence);
  }

  /** The same for a run that sent a stream, in which nothing is asked for that could be denied. */
  public static Verification ofStream(Guarantees claims, List<Evidence> evidence) {
    Set<Promise> required = required(claims);
    required.removeAll(EnumSet.of(Promise.DENIAL, Promise.POLICY, Promise.DISTRIBUTION));
    return of(required, evidence);
  }

  private static Set<Promise> required(Guarantees claims) {
    Set<Promise> required = EnumSet.copyOf(ALWAYS);
    if (claims.betweenNodes()) {
      required.add(Promise.ENCRYPTION);
    } else if (claims.encryption() != Encryption.NONE) {
      required.addAll(TLS);
    }
    if (claims.policed()) {
      required.add(Promise.POLICY);
    }
    if (claims.balanced()) {
      required.add(Promise.DISTRIBUTION);
    }
    return required;
  }

  private static Verification of(Set<Promise> required, List<Evidence> evidence) {
    List<String> reasons = new ArrayList<>();
    for (Promise promise : required) {
      if (evidence.stream().noneMatch(item -> item.promise() == promise)) {
        reasons.add(words(promise) + ": nothing was observed");
      }
    }
    evidence.stream()
        .filter(
            item ->
                item.verdict() == Verdict.DISPROVEN
                    || (item.verdict() == Verdict.MISSING && required.contains(item.promise())))
        .map(Verification::sentence)
        .forEach(reasons::add);
    return new Verification(reasons);
  }

  /** Whether all that is required was proven. */
  public boolean proven() {
    return reasons.isEmpty();
  }

  /** What was expected and observed of a promise that was not proven. */
  public static String sentence(Evidence item) {
    return "%s of %s %s: expected %s; observed %s"
        .formatted(
            words(item.promise()),
            item.subject(),
            item.verdict() == Verdict.MISSING ? "could not be observed" : "does not hold",
            item.expected(),
            item.observed());
  }

  /** A promise as messages name it. */
  public static String words(Promise promise) {
    return promise.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
