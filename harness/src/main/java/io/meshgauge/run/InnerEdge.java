package io.meshgauge.run;

import io.meshgauge.load.LoadListener;
import io.meshgauge.measure.TcpUse;
import io.meshgauge.probe.process.ResourceProbe;
import io.meshgauge.probe.process.ResourceWatch;
import io.meshgauge.probe.tcp.TcpProbe;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads CPU and TCP counters at the very edges of the window: made just before the load, and read
 * again as soon as the worker says that it has finished, before it ends.
 */
final class InnerEdge implements LoadListener {
  private final LoadListener listener;
  private final TcpProbe probe;
  private final ResourceWatch watch;
  private final TcpProbe.Reading tcpBefore;
  private TcpProbe.@Nullable Reading tcpAfter;
  private ResourceProbe.@Nullable Reading resources;

  InnerEdge(LoadListener listener, TcpProbe probe, ResourceWatch watch) {
    this.listener = listener;
    this.probe = probe;
    this.watch = watch;
    this.tcpBefore = probe.read();
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
    resources = watch.finish();
    tcpAfter = probe.read();
    listener.finished(end);
  }

  ResourceProbe.Reading resources() {
    return Objects.requireNonNull(resources, "the load worker has not finished");
  }

  TcpUse tcp() {
    return Objects.requireNonNull(tcpAfter, "the load worker has not finished").since(tcpBefore);
  }

  /** The raw texts for the archive, by name. */
  Map<String, String> files() {
    return Map.of(
        "cadvisor/before.prom", resources().textBefore(),
        "cadvisor/after.prom", resources().textAfter(),
        "tcp/before.txt", tcpBefore.text(),
        "tcp/after.txt", Objects.requireNonNull(tcpAfter).text());
  }
}
