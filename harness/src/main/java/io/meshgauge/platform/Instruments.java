package io.meshgauge.platform;

import io.meshgauge.evidence.Prover;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.OpenConnections;
import io.meshgauge.measure.Part;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.TcpUse;
import io.meshgauge.measure.Vitals;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.Backends.AccessLogs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** How a deployment is loaded and looked at, which depends on what it stands on. */
public interface Instruments {

  /** The program that sends and receives TCP streams. */
  String STREAM_PROGRAM = "iperf3";

  /**
   * Starts load workers; they have read their plan when this returns.
   *
   * @param workers how many share the request
   */
  LoadSession startWorkers(LoadRequest request, int workers);

  /** Starts the client of a stream; it waits for the word to send. */
  StreamClient startStream(StreamOrder order);

  /**
   * A stream to be sent to the deployment's entry.
   *
   * @param duration how long
   * @param streams parallel connections
   * @param folder for its log
   */
  record StreamOrder(Duration duration, int streams, Path folder) {}

  /** How long a load worker may stay awake for its requests. */
  SpinWait spin();

  /** Gives the load worker precedence over the system under load, where that can be done. */
  void yieldTo(LoadSession worker);

  /** Cores of the machine or machines that the system under load and its load share. */
  double cores();

  /** Share of these cores that the slowest arm may fill at a rate that is chosen, in percent. */
  int targetPercent();

  /**
   * Brings the files of access logs up to date; proxies of this machine write to them directly.
   *
   * @param since start of the lines that are needed
   * @throws ProbeException when some of these lines are no longer available
   */
  default void copyLogs(AccessLogs logs, Instant since) {}

  /**
   * The connections open now around proxies that spread connections; not read where nobody can tell
   * whose they are.
   */
  default OpenConnections connections() {
    return OpenConnections.NOT_READ;
  }

  /** Who observes the promises of the deployment. */
  Prover prover();

  /**
   * Begins to meter CPU, memory and TCP: the last thing before the load. May wait until the meters
   * have read their start.
   */
  default Meter meter() {
    return meter(part -> false);
  }

  /**
   * Begins to meter a window in which some may end.
   *
   * @param ending whose processes may end in it: where the meters cannot read what they used until
   *     then, it is not in the reading
   */
  Meter meter(Predicate<Part> ending);

  /** A window that is being metered; closing without finishing throws it away. */
  interface Meter extends AutoCloseable {

    /** What a reader of the session should know of how it is metered; mostly nothing. */
    default Optional<String> caveat() {
      return Optional.empty();
    }

    /**
     * The load begins in a moment: what can be read until then is read again, so that less of the
     * rest before the window is in the reading.
     *
     * @param load when it begins
     */
    default void startAgain(Instant load) {}

    /** Ends the window: the first thing after the load. May wait until the meters have read it. */
    Reading finish();

    @Override
    void close();
  }

  /**
   * What was metered.
   *
   * @param uses CPU and memory by container
   * @param machine how busy the machine was
   * @param tcp segments of the window
   * @param files raw texts for the archive by name
   * @param vitals what each container held at the end
   */
  record Reading(
      List<ResourceUse> uses,
      MachineUse machine,
      TcpUse tcp,
      Map<String, String> files,
      List<Vitals> vitals) {
    public Reading {
      uses = List.copyOf(uses);
      files = Map.copyOf(files);
      vitals = List.copyOf(vitals);
    }
  }
}
