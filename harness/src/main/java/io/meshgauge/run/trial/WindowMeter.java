package io.meshgauge.run.trial;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadSession;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.counter.OpenConnections;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.platform.Instruments;
import io.meshgauge.run.session.Phase;
import io.meshgauge.run.session.PhaseTimes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the meters at the edges of the window. They start before the load, restart just before it
 * where they can, and are read when the worker reports the end, before it exits. Its connections
 * are closed by then, so they are counted once while it sends: after the first second, since all
 * were opened by the warm-up.
 */
public final class WindowMeter implements LoadListener {
  private final LoadListener listener;
  private final Instruments.Meter meter;
  private final Supplier<OpenConnections> connections;
  private final PhaseTimes times;
  private Instruments.@Nullable Reading reading;
  private OpenConnections open = OpenConnections.NOT_READ;
  private boolean connectionsRead;
  private long endedNanos;

  /** A window outside of any trial; connections are not counted. */
  public WindowMeter(LoadListener listener, Instruments.Meter meter) {
    this(listener, meter, () -> OpenConnections.NOT_READ, new PhaseTimes(InstantSource.system()));
  }

  /**
   * @param connections counts open connections
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
    if (!connectionsRead) {
      connectionsRead = true;
      open = connections.get();
    }
    listener.second(second);
  }

  @Override
  public void finished(Instant end) {
    times.enter(Phase.READ_METERS, end);
    endedNanos = System.nanoTime();
    reading = meter.finish();
    listener.finished(end);
  }

  /** Connections open while the load was sent; not read in a very short window. */
  OpenConnections open() {
    return open;
  }

  /** When the last answer had arrived, in the time of {@link System#nanoTime}. */
  long endedNanos() {
    return endedNanos;
  }

  public Instruments.Reading reading() {
    return Objects.requireNonNull(reading, "the load worker has not finished");
  }
}
