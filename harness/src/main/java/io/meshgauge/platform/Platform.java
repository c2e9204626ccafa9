package io.meshgauge.platform;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.topology.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts services and the proxies of a data plane.
 *
 * <p>Call {@link #problems} and {@link #obtain} once, then {@link #deploy} and {@link
 * Deployment#close} per trial. Closing the platform takes down all remaining deployments.
 */
public interface Platform extends AutoCloseable {

  PlatformKind kind();

  /**
   * Missing prerequisites, one text each: what was looked for, where, and how to get it. Fetches
   * nothing and takes seconds.
   *
   * @param needs of all variants
   */
  List<String> problems(Needs needs);

  /** Preparation that the first deployment will do, as text; empty when none is needed. */
  Optional<String> preparation(Needs needs);

  /**
   * Makes the requirements available and fetches those that are absent.
   *
   * @param needs as for {@link #problems}
   * @return why its arms cannot be deployed at the same time; empty if they can
   * @throws PlatformException saying what was looked for where, and what to do
   */
  Optional<String> obtain(Needs needs);

  /** Whether packets between the workloads can be captured. */
  default boolean capturesPackets() {
    return true;
  }

  /** Facts of machine and versions that hold for every run of these services here. */
  Environment environment(List<Service> services);

  /** The current state of the machine, for example its load average, by name. */
  Map<String, String> conditions();

  /**
   * Deploys and waits until all is ready; on failure, takes down what was started.
   *
   * @throws PlatformException naming the workload that failed, with its last lines
   */
  Deployment deploy(Order order);

  /**
   * Starts services for several arms; they are ready with the first deployment of an arm.
   *
   * @throws PlatformException where arms cannot share services
   */
  default SharedServices share(SharedServices.Sharing sharing) {
    throw new PlatformException("arms cannot share services on platform " + kind().key());
  }

  /** Takes down all deployments and releases all claims. */
  @Override
  void close();
}
