package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.OpenConnections;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.PhaseTimes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the meters at the very edges of the window: they were started before the load, start again
 * where they can a moment before it, and are read as soon as the worker says that it has finished,
 * before it ends. Its connections are gone by then: they are counted once while it sends.
 */
public final class WindowMeter implements LoadListener {
  /** The second of the window, from 0, after which everybody has opened what it needs. */
  private static final long SETTLED = 2;

  private final LoadListener listener;
  private final Instruments.Meter meter;
  private final Supplier<OpenConnections> connections;
  private final PhaseTimes times;
  private Instruments.@Nullable Reading reading;
  private OpenConnections open = OpenConnections.NOT_READ;
  private boolean looked;

  /** Edges at which connections are not counted, of a window that is none of a trial's. */
  public WindowMeter(LoadListener listener, Instruments.Meter meter) {
    this(listener, meter, () -> OpenConnections.NOT_READ, new PhaseTimes(InstantSource.system()));
  }

  /**
   * The edges of one window of a trial.
   *
   * @param connections counts those that are open
   * @param times of the session
   */
  public WindowMeter(
      LoadListener listener,
      Instruments.Meter meter,
      Supplier<OpenConnections> connections,
      PhaseTimes times) {
    this.listener = listener;
    this.meter = meter;
    this.connections = connections;
    this.times = times;
  }

  /**
   * A window outside of any trial.
   *
   * @param load sent and answered
   * @param machine how busy the machine was
   */
  public record Metered(LoadResult load, MachineUse machine) {}

  /** Measures a window outside of any trial. */
  public static Metered measure(
      Instruments instruments, LoadSession worker, LoadListener listener) {
    try (Instruments.Meter meter = instruments.meter()) {
      WindowMeter edge = new WindowMeter(listener, meter);
      worker.measure(edge);
      return new Metered(LoadResults.read(worker.folder()), edge.reading().machine());
    }
  }

  @Override
  public void warming(long done, long of) {
    listener.warming(done, of);
  }

  @Override
  public void measuring(Instant start) {
    meter.startAgain(start);
    times.enter(Phase.MEASURE, start);
    listener.measuring(start);
  }

  @Override
  public void second(Second second) {
    if (!looked && second.second() >= SETTLED) {
      looked = true;
      open = connections.get();
    }
    listener.second(second);
  }

  @Override
  public void finished(Instant end) {
    times.enter(Phase.READ_METERS, end);
    reading = meter.finish();
    listener.finished(end);
  }

  /** The connections that were open while the load was sent; not read in a very short window. */
  OpenConnections open() {
    return open;
  }

  public Instruments.Reading reading() {
    return Objects.requireNonNull(reading, "the load worker has not finished");
  }
}
