package io.meshgauge.platform;

import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.topology.DataPlane;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;

/**
 * A place where variants run: it starts the services and the proxies of a data plane.
 *
 * <p>The order is {@link #problems} once, then per trial {@link #prepare}, the mesh designs its
 * data plane for that site, {@link #deploy}, and {@link Deployment#close}. Closing the platform
 * takes down whatever is still deployed.
 */
public interface Platform extends AutoCloseable {

  /** Which kind it is. */
  PlatformKind kind();

  /**
   * What is missing before anything can be deployed: one text each that says what was looked for,
   * where, and how to get it; empty when all is there. Never fetches anything and takes seconds.
   *
   * @param programs kinds of proxy programs that will be needed, for example {@code envoy}
   */
  List<String> problems(Set<String> programs);

  /** Work that the first deployment has to do once, in words; empty when it was done before. */
  Optional<String> preparation();

  /**
   * Makes proxy programs available, fetching what is not here.
   *
   * @param programs kinds of proxy programs, for example {@code envoy}
   * @throws PlatformException saying what was looked for where, and what to do
   */
  void obtain(Set<String> programs);

  /**
   * Starts a program the harness talks with, such as the load worker, which ends with the harness.
   *
   * @param log file that its standard error is appended to
   */
  Process converse(List<String> command, Path folder, Path log);

  /** Makes threads that look on while load runs, and give way to it where the system lets them. */
  ThreadFactory observers();

  /** The lasting facts of machine and versions under every run here. */
  Environment environment();

  /** The passing state of the machine right now, for example its load average, by name. */
  Map<String, String> conditions();

  /**
   * Chooses where the services of a topology will listen.
   *
   * @param topology who talks to whom
   * @param workingFolder where the run keeps its working files; created when absent
   * @param identities folder of the run's key material
   * @throws PlatformException when no place can be found
   */
  Site prepare(Topology topology, Path workingFolder, Path identities);

  /**
   * Starts proxies and services at a site, and returns when all are ready. When one does not get
   * ready, everything that was started is taken down again.
   *
   * @param site from {@link #prepare}, used once
   * @param dataPlane designed for that site
   * @param knobs knobs of the services by name, for example {@code payload-bytes}; a name with a
   *     dot is a property of the services as it is
   * @param logs folder for one log per workload; created when absent
   * @throws PlatformException naming the workload that failed, with its last lines
   */
  Deployment deploy(Site site, DataPlane dataPlane, Map<String, String> knobs, Path logs);

  /** Takes down all that is still deployed, and gives back what was claimed. */
  @Override
  void close();
}
