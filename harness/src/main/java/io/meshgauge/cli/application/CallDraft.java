package io.meshgauge.cli.application;

import io.meshgauge.application.Application;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A draft of the calls between an application's services, from what the proxies at the clients
 * counted in one run: which requests of the load cause them, and how often.
 */
final class CallDraft {
  /** Subsets of more labels would take too long, and fit by chance. */
  private static final int MOST_LABELS = 10;

  private static final Pattern CLIENT = Pattern.compile("(\\S+) → (\\S+), client's side");
  private static final Pattern COUNT = Pattern.compile("(\\d+) requests");

  private final LoadResult load;

  CallDraft(LoadResult load) {
    this.load = load;
  }

  /**
   * A line of YAML for every hop whose requests a proxy counted; none without such proxies. Calls
   * of a service that is never called have no number.
   */
  static List<String> of(Run run, Application application) {
    Optional<LoadResult> load = run.measuredLoad();
    List<String> lines = new ArrayList<>();
    for (Evidence item : run.evidence()) {
      Matcher hop = CLIENT.matcher(item.subject());
      Matcher count = COUNT.matcher(item.observed());
      if (item.promise() == Promise.TRAVERSAL
          && load.isPresent()
          && hop.matches()
          && count.matches()
          && !hop.group(1).equals(Topology.LOAD)) {
        long calls = Long.parseLong(count.group(1));
        String often =
            application.neverCalled(hop.group(1))
                ? ""
                : ", " + new CallDraft(load.get()).often(calls);
        lines.add("  - {from: %s, to: %s%s}".formatted(hop.group(1), hop.group(2), often));
      }
    }
    return lines;
  }

  /** The rate of calls: a whole number of each request of some labels, or a mean of all. */
  String often(long calls) {
    if (calls > 0 && calls % load.sent() == 0) {
      return "per-request: " + calls / load.sent();
    }
    List<LabelResult> labels = load.labels();
    List<String> fitting = new ArrayList<>();
    if (labels.size() <= MOST_LABELS) {
      for (int subset = 1; subset < 1 << labels.size(); subset++) {
        long sent = 0;
        for (int i = 0; i < labels.size(); i++) {
          sent += (subset >> i & 1) * labels.get(i).sent();
        }
        if (sent > 0 && calls > 0 && calls % sent == 0) {
          fitting.add("per-request: %d%s".formatted(calls / sent, named(subset)));
        }
      }
    }
    // Several subsets may fit a count by chance; then no one of them is known to be the cause.
    return fitting.size() == 1
        ? fitting.get(0)
        : String.format(Locale.ROOT, "per-request: %.2f", (double) calls / load.sent());
  }

  private String named(int subset) {
    List<String> except = labels(~subset);
    return except.isEmpty()
        ? ""
        : except.size() <= load.labels().size() / 2
            ? ", except: [%s]".formatted(String.join(", ", except))
            : ", only: [%s]".formatted(String.join(", ", labels(subset)));
  }

  private List<String> labels(int subset) {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < load.labels().size(); i++) {
      if ((subset >> i & 1) == 1) {
        labels.add(load.labels().get(i).label());
      }
    }
    return labels.stream().sorted().toList();
  }
}
