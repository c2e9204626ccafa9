package io.meshgauge.run.session;

import io.meshgauge.application.Application;
import io.meshgauge.application.Application.Load;
import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.experiment.Plan.OwnFile;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.platform.SpinWait;
import io.meshgauge.topology.Guarantees;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the load workers of a trial send.
 *
 * @param spin how long they may spin before a request is due
 * @param claims of the arm, which decide how requests without a token are answered
 * @param folder of the results
 */
public record TrialLoad(
    SessionContext context,
    Trial trial,
    Protocol protocol,
    SpinWait spin,
    Guarantees claims,
    Path folder) {
  private static final int WARM_UP_CONCURRENCY = 16;

  /** Plans of the load generator alone, which send nothing to the application. */
  private static final String INSTRUMENT = "instrument/";

  /**
   * The request; the kinds of its requests are written into the folder.
   *
   * @param more properties of the plan
   * @param length of a window
   */
  public LoadRequest request(Map<String, String> more, Duration length) {
    SortedMap<String, String> properties = new TreeMap<>(trial.plan().properties());
    properties.put(
        "arrival", trial.plan().openModel().map(OpenModel::arrival).orElse(protocol.arrival()));
    properties.put("warmup", Integer.toString(protocol.warmupRequests()));
    properties.put(
        "warmupConcurrency",
        Integer.toString(Math.min(WARM_UP_CONCURRENCY, protocol.connections())));
    properties.put("connections", Integer.toString(protocol.connections()));
    // Otherwise denials that the plan expects would count as errors.
    properties.put("unauthenticatedStatus", Integer.toString(claims.withoutToken()));
    protocol
        .rateOf(trial.plan())
        .ifPresent(
            rate -> {
              properties.put("rate", Double.toString(rate));
              properties.put("spinMicros", Long.toString(spin.micros(rate)));
            });
    if (trial.plan().changes()) {
      properties.put("outcomes", "true");
    }
    properties.putAll(more);
    LoadResults.describe(folder, context.application().kinds(trial.plan().load()));
    return LoadRequest.of(trial.plan(), plan(), folder, length).with(properties);
  }

  /** Whether a plan measures the load generator alone, and sends nothing to the application. */
  public static boolean isOfInstrument(Plan plan) {
    return plan.jmx().startsWith(INSTRUMENT);
  }

  /** The user's own file, or a shipped one with the requests that the application describes. */
  private Path plan() {
    Optional<OwnFile> users = trial.plan().own();
    if (users.isPresent()) {
      return Path.of(users.get().jmx());
    }
    Path shipped = context.home().plan(trial.plan().jmx());
    Application application = context.application();
    if (application.loads().isEmpty() || isOfInstrument(trial.plan())) {
      return shipped;
    }
    Load load = application.load(trial.plan().load());
    if (!RequestPlan.isDescribed(load)) {
      return shipped;
    }
    Path own = folder.resolve(shipped.getFileName());
    RequestPlan.write(shipped, load, own);
    return own;
  }
}
