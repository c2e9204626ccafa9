package io.meshgauge.platform;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Services that run once for several arms, each of which has a data plane of its own. */
public interface SharedServices extends AutoCloseable {

  /**
   * What is to be shared.
   *
   * @param arms deployments that the arms would have for themselves, by the number of the arm; all
   *     of the same topology
   * @param settings of the services by name; those of single arms have a value for each of them,
   *     separated by commas
   * @param detours faults on purpose
   * @param folder for the working files of the services; created when absent
   * @param logs folder for the logs of the services; created when absent
   */
  record Sharing(
      List<Order> arms,
      Map<String, String> settings,
      List<Detour> detours,
      Path folder,
      Path logs) {
    public Sharing {
      arms = List.copyOf(arms);
      settings = Map.copyOf(settings);
      detours = List.copyOf(detours);
    }
  }

  /**
   * A fault: the calls of an arm on a hop take the path of another arm.
   *
   * @param arm its number
   * @param through number of the other one
   */
  record Detour(int arm, Hop hop, int through) {}

  /**
   * Starts the data plane of an arm, at the same addresses as ever, and waits until all is ready.
   * It may be started again once its deployment is closed.
   *
   * @param arm its number
   * @param logs folder for the logs of its proxies; created when absent
   * @throws PlatformException naming the workload that failed, with its last lines
   */
  Deployment deploy(int arm, Path logs);

  /** Addresses of an arm that the load enters at, by service. */
  SortedMap<String, Address> entries(int arm);

  /** Takes the services down, after all deployments. */
  @Override
  void close();
}
