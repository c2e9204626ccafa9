package io.meshgauge.platform;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.PlatformKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A place where variants run: it starts the services and the proxies of a data plane.
 *
 * <p>The order is {@link #problems} and {@link #obtain} once, then per trial {@link #deploy} and
 * {@link Deployment#close}. Closing the platform takes down whatever is still deployed.
 */
public interface Platform extends AutoCloseable {

  /** Which kind it is. */
  PlatformKind kind();

  /**
   * What is missing before anything can be deployed: one text each that says what was looked for,
   * where, and how to get it; empty when all is there. Never fetches anything and takes seconds.
   *
   * @param needs what will be needed
   */
  List<String> problems(Needs needs);

  /** Work that the first deployment has to do once, in words; empty when it was done before. */
  Optional<String> preparation();

  /**
   * Makes what is needed available, fetching what is not here.
   *
   * @param needs as for {@link #problems}
   * @throws PlatformException saying what was looked for where, and what to do
   */
  void obtain(Needs needs);

  /** Whether packets between the workloads can be captured. */
  default boolean capturesPackets() {
    return true;
  }

  /** The lasting facts of machine and versions under every run here. */
  Environment environment();

  /** The passing state of the machine right now, for example its load average, by name. */
  Map<String, String> conditions();

  /**
   * Deploys, and returns when all is ready. When something does not get ready, everything that was
   * started is taken down again.
   *
   * @throws PlatformException naming the workload that failed, with its last lines
   */
  Deployment deploy(Order order);

  /** Takes down all that is still deployed, and gives back what was claimed. */
  @Override
  void close();
}
