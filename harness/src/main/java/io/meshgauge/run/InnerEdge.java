package io.meshgauge.run;

import io.meshgauge.load.LoadListener;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the meters at the very edges of the window: they were started just before the load, and are
 * read as soon as the worker says that it has finished, before it ends.
 */
final class InnerEdge implements LoadListener {
  private final LoadListener listener;
  private final Instruments.Meter meter;
  private Instruments.@Nullable Reading reading;

  InnerEdge(LoadListener listener, Instruments.Meter meter) {
    this.listener = listener;
    this.meter = meter;
  }

  @Override
  public void warming(long done, long of) {
    listener.warming(done, of);
  }

  @Override
  public void measuring(Instant start) {
    listener.measuring(start);
  }

  @Override
  public void second(Second second) {
    listener.second(second);
  }

  @Override
  public void finished(Instant end) {
    reading = meter.finish();
    listener.finished(end);
  }

  Instruments.Reading reading() {
    return Objects.requireNonNull(reading, "the load worker has not finished");
  }
}
