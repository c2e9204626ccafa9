package io.meshgauge.platform;

import io.meshgauge.evidence.Prover;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.limit.LimitUse;
import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.measure.use.Vitals;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.topology.plane.Backends.AccessLogs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Load workers, meters and prover of a deployment. Each platform has its own. */
public interface Instruments {

  /** The program that sends and receives TCP streams. */
  String STREAM_PROGRAM = "iperf3";

  /**
   * Starts load workers; they have read their plan when this returns.
   *
   * @param workers number of workers that share the request
   */
  LoadSession startWorkers(LoadRequest request, int workers);

  /** Starts the client of a stream; it sends when {@link StreamClient#send} is called. */
  StreamClient startStream(StreamOrder order);

  /**
   * A stream to the deployment's entry.
   *
   * @param duration of the stream
   * @param streams parallel connections
   * @param folder for its log
   */
  record StreamOrder(Duration duration, int streams, Path folder) {}

  /** Spin-wait settings of the load workers. */
  SpinWait spin();

  /** Gives the load workers precedence over the system under load, where possible. */
  void yieldTo(LoadSession worker);

  /** Cores of the machines that the system under load and the load workers share. */
  double cores();

  /** Share of these cores that the slowest arm may use at a chosen rate, in percent. */
  int targetPercent();

  /**
   * Brings the files of access logs up to date; proxies of this machine write to them directly.
   *
   * @param since start of the lines that are needed
   * @throws ProbeException when some of these lines are no longer available
   */
  default void copyLogs(AccessLogs logs, Instant since) {}

  /**
   * Open connections at proxies that balance connections; not read where their owner is unknown.
   */
  default OpenConnections connections() {
    return OpenConnections.NOT_READ;
  }

  /** Creates the observer of the promises. */
  Prover prover();

  /**
   * Starts to meter CPU, memory and TCP, as the last step before the load. May wait until the
   * meters have read their start.
   */
  default Meter meter() {
    return meter(part -> false);
  }

  /**
   * Starts to meter a window in which processes may end.
   *
   * @param ending parts whose processes may end; use that the meters could not read before is not
   *     in the reading
   */
  Meter meter(Predicate<Part> ending);

  /** A metered window; closing without finishing discards it. */
  interface Meter extends AutoCloseable {

    /** A limitation of the metering, for the notes of the session; empty without one. */
    default Optional<String> caveat() {
      return Optional.empty();
    }

    /**
     * Reads the start again, where possible, so that less of the time before the load is in the
     * reading.
     *
     * @param load when it starts
     */
    default void startAgain(Instant load) {}

    /**
     * Ends the window, as the first step after the load. May wait until the meters have read the
     * end.
     */
    Reading finish();

    @Override
    void close();
  }

  /**
   * Readings of a window.
   *
   * @param uses CPU and memory by container
   * @param machine how busy the machine was
   * @param tcp segments of the window
   * @param files raw texts for the archive by name
   * @param vitals state of each container at the end
   * @param limits what the limited processes did; empty where nothing is limited
   * @param samples of CPU and memory within the window; none where the platform takes none
   */
  record Reading(
      List<ResourceUse> uses,
      MachineUse machine,
      TcpUse tcp,
      Map<String, String> files,
      List<Vitals> vitals,
      List<LimitUse> limits,
      UseSamples samples) {
    public Reading {
      uses = List.copyOf(uses);
      files = Map.copyOf(files);
      vitals = List.copyOf(vitals);
      limits = List.copyOf(limits);
    }

    /** Readings of a window in which nothing is limited. */
    public Reading(
        List<ResourceUse> uses,
        MachineUse machine,
        TcpUse tcp,
        Map<String, String> files,
        List<Vitals> vitals) {
      this(uses, machine, tcp, files, vitals, List.of(), UseSamples.NONE);
    }
  }
}
