package io.meshgauge.platform;

import io.meshgauge.experiment.Run.Integration;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.use.Part;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.design.ControlPlane;
import io.meshgauge.topology.plane.DataPlane;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A running system under load: services, proxies, and the address that receives the load. */
public interface Deployment extends AutoCloseable {

  /** Addresses that the load workers call, by service. */
  SortedMap<String, Address> entries();

  /**
   * The address that the load workers call, where it is only one.
   *
   * @throws PlatformException when they call several services
   */
  default Address entry() {
    SortedMap<String, Address> all = entries();
    if (all.size() != 1) {
      throw new PlatformException(
          "the load enters at %s; expected one service".formatted(all.keySet()));
    }
    return all.values().iterator().next();
  }

  /** The data plane as it was started. */
  DataPlane dataPlane();

  /** What the arm took to set up; empty where the harness did not set it up. */
  default Optional<Integration> integration() {
    return Optional.empty();
  }

  /**
   * Load workers, meters and prover for this deployment.
   *
   * @param claims the promises of the arm
   * @param identities key material of the run
   */
  Instruments instruments(Guarantees claims, RunIdentities identities);

  /** Services in order of start, then proxies. */
  List<Workload> workloads();

  /** The workloads of one part, in order. */
  default List<Workload> workloads(Part part) {
    return workloads().stream().filter(workload -> workload.part() == part).toList();
  }

  /**
   * Applies the rate limits that no running proxy can lift, and that therefore wait until after the
   * warm-up.
   *
   * @throws PlatformException when a limit is not applied
   */
  default void limit() {}

  /**
   * Stops the control plane of a mesh for a while, then waits until it is ready. Only its pods are
   * touched, so its own controller restarts them even if the harness dies.
   *
   * @param length of the outage
   * @throws PlatformException when there is none, access is denied, or it does not recover
   */
  default void pause(ControlPlane controlPlane, Duration length) {
    throw new PlatformException("there is no control plane on this platform");
  }

  /**
   * Takes workloads out of service.
   *
   * @param workloads their names; of a drain one, or all processes of a service but the first
   * @throws PlatformException when there is none of a name, or it cannot be interrupted here
   */
  default Outage interrupt(List<String> workloads, FailoverSettings.Fault fault) {
    throw new PlatformException(
        String.join(", ", workloads) + " cannot be interrupted by the harness on this platform");
  }

  /** Workloads that are out of service. */
  @FunctionalInterface
  interface Outage {
    /**
     * Brings them back, and returns when they are ready.
     *
     * @throws PlatformException when one does not recover
     */
    void end();
  }

  /**
   * Adds a rule to the proxies before all services that denies the request of our own clients and
   * none of the load, or takes it back; returns once that is requested, not when it is in force.
   *
   * @param denied whether the rule is added
   * @throws PlatformException when no proxy of the arm accepts such a rule while it runs
   */
  default void changePolicy(boolean denied) {
    throw new PlatformException("the harness changes no policy on this platform");
  }

  /**
   * Creates one more pod of a service, to which no load goes.
   *
   * @param captured whether it gets the mesh's proxy as all others do; false is a fault on purpose
   * @throws PlatformException when it cannot be created, or not on this platform
   */
  default StartedPod start(String service, boolean captured) {
    throw new PlatformException("there are no pods of %s on this platform".formatted(service));
  }

  /** A pod that starts; closing it deletes it, and returns when it is gone. */
  interface StartedPod extends AutoCloseable {
    /**
     * Its address, once it has one.
     *
     * @throws PlatformException when it gets none in time, or will never start
     */
    String host();

    /** When it reached what so far, in microseconds since the epoch by this machine's clock. */
    SortedMap<StartStep, Long> reached();

    @Override
    void close();
  }

  /** Where its pods are. */
  default Nodes nodes() {
    return Nodes.ONE;
  }

  /**
   * Nodes of pods, by workload.
   *
   * @param found where they are; empty where there is one node only
   * @param drawn where they have to be; empty where there is no choice
   */
  record Nodes(SortedMap<String, String> found, SortedMap<String, String> drawn) {
    static final Nodes ONE = new Nodes(new TreeMap<>(), new TreeMap<>());
  }

  /** Workloads that ended unexpectedly, one text each with their last lines. */
  List<String> endedWorkloads();

  /** Records the state of all workloads for diagnosis, before teardown. Never fails. */
  void diagnose();

  /**
   * Takes everything down in reverse order of the start, and continues after failures.
   *
   * @throws PlatformException once at the end, listing the failures
   */
  @Override
  void close();
}
