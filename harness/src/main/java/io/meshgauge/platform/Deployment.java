package io.meshgauge.platform;

import io.meshgauge.identity.RunIdentities;
import io.meshgauge.measure.Part;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.ConfigFile;
import io.meshgauge.topology.ControlPlane;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Guarantees;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/** A system under load that is up: its services, its proxies, and the address to send load to. */
public interface Deployment extends AutoCloseable {

  /** The addresses the load worker dials, by the name of the service that it calls there. */
  SortedMap<String, Address> entries();

  /**
   * The address the load worker dials where it calls only one service.
   *
   * @throws PlatformException when it calls several
   */
  default Address entry() {
    SortedMap<String, Address> all = entries();
    if (all.size() != 1) {
      throw new PlatformException(
          "the load enters at %s; expected one service".formatted(all.keySet()));
    }
    return all.get(all.firstKey());
  }

  /** What is between the workloads, as it was started. */
  DataPlane dataPlane();

  /**
   * Its load workers, meters and prover.
   *
   * @param claims the promises of the arm
   * @param identities key material of the run
   */
  Instruments instruments(Guarantees claims, RunIdentities identities);

  /** Services in order of start, then proxies. */
  List<Workload> workloads();

  /** The workloads accounted to one part, in order. */
  default List<Workload> workloads(Part part) {
    return workloads().stream().filter(workload -> workload.part() == part).toList();
  }

  /**
   * Puts those limits in force that a warm-up must not meet, and that no running proxy could lift.
   *
   * @throws PlatformException when one does not come into force
   */
  default void limit() {}

  /**
   * Keeps the control plane of a mesh from work for a while, and returns when all of it is at work
   * again. It is so without the harness, too: nothing but its pods is touched, which whoever runs
   * them brings back.
   *
   * @param length how long it does not work
   * @throws PlatformException when there is none, it may not be touched, or it does not come back
   */
  default void pause(ControlPlane controlPlane, Duration length) {
    throw new PlatformException("there is no control plane on this platform");
  }

  /**
   * Kills a workload, and starts it again as its keeper would: at once. Returns when it is ready.
   *
   * @param workload its name
   * @throws PlatformException when there is none of that name, it cannot be killed here, or it does
   *     not come back
   */
  default void kill(String workload) {
    throw new PlatformException(workload + " cannot be killed by the harness on this platform");
  }

  /**
   * Replaces files that a proxy watches, each at once, so that nobody reads half of one.
   *
   * @throws PlatformException when one cannot be written, or it cannot be done on this platform
   */
  default void replace(List<ConfigFile> files) {
    throw new PlatformException("files of proxies cannot be replaced on this platform");
  }

  /** Workloads that ended by themselves, one text each with their last lines; empty when none. */
  List<String> casualties();

  /**
   * Writes down in what state everything is, for someone who has to find out what went wrong; to be
   * called before it is taken down. Never fails.
   */
  void diagnose();

  /**
   * Takes everything down in the reverse order of the start, going on past failures.
   *
   * @throws PlatformException once, after everything was tried, listing what failed
   */
  @Override
  void close();
}
