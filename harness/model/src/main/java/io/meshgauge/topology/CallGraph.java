package io.meshgauge.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How often each service is called per request of the load, and what its calls can be made to do.
 *
 * @param services by name
 */
public record CallGraph(Map<String, Calls> services) {

  /** The sample services. */
  public static final CallGraph SAMPLE =
      new CallGraph(
          Map.of(
              "auth",
              Calls.on(Trigger.EVERY_TOKEN).probedBy("/meshgauge.auth.v1.Auth/Verify"),
              "order",
              Calls.on(Trigger.EVERY_ALLOWED).delayable(),
              "payment",
              Calls.on(Trigger.LABELLED)
                  .labelled("checkout")
                  .probedBy("/meshgauge.payment.v1.Payments/Charge")
                  .delayable()
                  .failable(),
              "logging",
              Calls.on(Trigger.BATCHES)));

  public CallGraph {
    services = Map.copyOf(services);
  }

  /** Which requests of the load cause a call. */
  public enum Trigger {
    /** Every request that carries a token and that no policy of the mesh denies. */
    EVERY_TOKEN,
    /** Every request whose caller is allowed to make it. */
    EVERY_ALLOWED,
    /** Every request with one of the labels. */
    LABELLED,
    /** Events are collected, and sent asynchronously: some calls, how many is not known. */
    BATCHES
  }

  /**
   * The calls of one service.
   *
   * @param trigger which requests of the load cause one
   * @param labels of the requests that do, for {@link Trigger#LABELLED}
   * @param probe a gRPC method that answers a call without a message; empty where none is known
   * @param canDelay whether a replica can be made slower
   * @param canFail whether a replica can be made to fail calls
   */
  public record Calls(
      Trigger trigger,
      List<String> labels,
      Optional<String> probe,
      boolean canDelay,
      boolean canFail) {

    public Calls {
      labels = List.copyOf(labels);
    }

    static Calls on(Trigger trigger) {
      return new Calls(trigger, List.of(), Optional.empty(), false, false);
    }

    Calls labelled(String label) {
      return new Calls(trigger, List.of(label), probe, canDelay, canFail);
    }

    Calls probedBy(String method) {
      return new Calls(trigger, labels, Optional.of(method), canDelay, canFail);
    }

    Calls delayable() {
      return new Calls(trigger, labels, probe, true, canFail);
    }

    Calls failable() {
      return new Calls(trigger, labels, probe, canDelay, true);
    }
  }

  /** The calls of a service; of one that is not in the graph only that there are some. */
  public Calls of(String service) {
    return services.getOrDefault(service, Calls.on(Trigger.BATCHES));
  }

  /** Whether a service's calls are asynchronous, so that two readings of them may differ. */
  public boolean asynchronous(String service) {
    return services.containsKey(service) && of(service).trigger() == Trigger.BATCHES;
  }
}
