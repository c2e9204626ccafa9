package io.meshgauge.platform;

import io.meshgauge.measure.Part;
import io.meshgauge.topology.Address;
import java.util.List;

/** A system under load that is up: its services, its proxies, and the address to send load to. */
public interface Deployment extends AutoCloseable {

  /** The address the load worker dials. */
  Address entry();

  /** Services in order of start, then proxies. */
  List<Workload> workloads();

  /** The workloads accounted to one part, in order. */
  default List<Workload> workloads(Part part) {
    return workloads().stream().filter(workload -> workload.part() == part).toList();
  }

  /**
   * Gives the load worker precedence over the system under load on the processors they share, where
   * the platform can: so that a request is sent when it is due, however busy its server is. To be
   * called when all is ready.
   *
   * @param worker process id of the load worker
   */
  void yieldTo(long worker);

  /** Workloads that ended by themselves, one text each with their last lines; empty when none. */
  List<String> casualties();

  /**
   * Takes everything down in the reverse order of the start, going on past failures.
   *
   * @throws PlatformException once, after everything was tried, listing what failed
   */
  @Override
  void close();
}
