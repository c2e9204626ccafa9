package io.meshgauge.run.trial;

import io.meshgauge.archive.ArchiveException;
import io.meshgauge.archive.StreamResults;
import io.meshgauge.evidence.Prover;
import io.meshgauge.evidence.capture.WireSightings;
import io.meshgauge.evidence.capture.WireWatch;
import io.meshgauge.evidence.window.StreamObservation;
import io.meshgauge.experiment.Trial;
import io.meshgauge.load.LoadException;
import io.meshgauge.load.stream.StreamClient;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.instrument.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.SessionContext;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything read in and around the measured window of a stream; its edges are nested as those of
 * {@link MeasuredWindow}.
 *
 * @param stream what was carried
 * @param resources CPU and memory by container, segments, and how busy the machine was
 * @param observation what the proofs judge
 * @param files raw texts for the archive by name
 */
public record StreamWindow(
    StreamResult stream,
    Instruments.Reading resources,
    StreamObservation observation,
    SortedMap<String, String> files) {
  private static final String RESULT = "load/" + StreamResults.FILE;

  /** Where the account of a test that failed is kept, which nobody takes for a result. */
  private static final String ERROR = "load/iperf3-error.json";

  /** Measures a window. */
  static StreamWindow measure(
      SessionContext workshop,
      Trial trial,
      TestEnvironment stand,
      Instruments.StreamOrder order,
      Steps steps,
      Prover prover) {
    SortedMap<String, ProxyProbe.Reading> before = stand.proxies();
    String account;
    Instruments.Reading reading;
    WireSightings wire;
    try (StreamClient client = stand.instruments().startStream(order);
        WireWatch wires = prover.watch();
        Instruments.Meter meter = stand.instruments().meter()) {
      workshop.times().enter(Phase.MEASURE);
      account = client.send(steps::measured);
      workshop.times().enter(Phase.READ_METERS);
      reading = meter.finish();
      wire = wires.finish();
    }
    steps.pause(Phase.DRAIN);
    SortedMap<String, ProxyProbe.Reading> after = stand.proxies();
    StreamResult stream = result(workshop, trial, account);

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

  private static StreamResult result(SessionContext workshop, Trial trial, String account) {
    try {
      return StreamResults.of(account);
    } catch (ArchiveException e) {
      workshop.archive().keep(trial, Map.of(ERROR, account));
      throw new LoadException("%s (%s)".formatted(e.getMessage(), ERROR), e);
    }
  }
}
