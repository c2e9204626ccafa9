package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.StreamResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.window.StreamObservation;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.platform.Instruments;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.environment.TestEnvironment;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.PhaseTimes;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All readings of the measured window of a stream, nested like those of {@link MeasuredWindow}.
 *
 * @param stream result of the client
 * @param resources CPU and memory by container, segments, and how busy the machine was
 * @param observation input of the proofs
 * @param files raw texts for the archive by name
 */
public record StreamWindow(
    StreamResult stream,
    Instruments.Reading resources,
    StreamObservation observation,
    SortedMap<String, String> files)
    implements TrialTemplate.ObservedWindow {
  private static final String RESULT = "load/" + StreamResults.FILE;

  /** Archived output of a failed test, under a name that no reader takes for a result. */
  private static final String ERROR = "load/iperf3-error.json";

  static StreamWindow measure(
      TrialTemplate template, TestEnvironment environment, Instruments.StreamOrder order) {
    Steps steps = template.steps();
    PhaseTimes times = template.context().times();
    SortedMap<String, ProxyProbe.Reading> before = environment.proxies();
    String account;
    Instruments.Reading reading;
    WireSightings wire;
    try (StreamClient client = environment.instruments().startStream(order);
        WireWatch wires = environment.prover().watch(WireWatch.Extent.BURSTS);
        Instruments.Meter meter = environment.instruments().meter()) {
      times.enter(Phase.MEASURE);
      account = client.send(steps::measured);
      times.enter(Phase.READ_METERS);
      reading = meter.finish();
      wire = wires.finish();
    }
    template.drain();
    SortedMap<String, ProxyProbe.Reading> after = environment.proxies();
    StreamResult stream = result(template, account);

    SortedMap<String, String> files = new TreeMap<>(reading.files());
    files.put(RESULT, account);
    MeasuredWindow.keep(files, "proxy", "before", MeasuredWindow.texts(before));
    MeasuredWindow.keep(files, "proxy", "after", MeasuredWindow.texts(after));
    return new StreamWindow(
        stream,
        reading,
        new StreamObservation(
            wire, MeasuredWindow.counters(before), MeasuredWindow.counters(after), stream),
        files);
  }

  @Override
  public List<Evidence> conclude(Prover prover) {
    return prover.conclude(observation);
  }

  @Override
  public void addTo(RunBuilder run) {
    run.window(this);
  }

  private static StreamResult result(TrialTemplate template, String account) {
    try {
      return StreamResults.of(account);
    } catch (ArchiveException e) {
      template.context().archive().keep(template.trial(), Map.of(ERROR, account));
      throw new LoadException("%s (%s)".formatted(e.getMessage(), ERROR), e);
    }
  }
}
