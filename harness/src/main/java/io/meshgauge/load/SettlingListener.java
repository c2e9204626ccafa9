package io.meshgauge.load;

import io.meshgauge.experiment.Run.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Ends a warm-up once the deployment has settled: in the latest {@value #BATCHES} batches of at
 * least {@value #BATCH} requests the CPU time of a request was at most a tenth lower than in as
 * many before. CPU time counts compilation, and says more than latency about a closed loop.
 *
 * <p>Deployments whose CPU time cannot be read at once get all requests of the warm-up.
 */
public final class SettlingListener implements LoadListener {
  static final int BATCH = 500;
  private static final double MAX_FALL = 0.1;
  private static final int BATCHES = 2;

  private final LoadListener listener;
  private final Supplier<OptionalDouble> cpuSeconds;
  private final Runnable settle;
  private final List<Double> cpuMillis = new ArrayList<>();
  private final OptionalDouble atStart;
  private long before;
  private double cpuBefore;
  private boolean settled;

  /**
   * @param listener is informed of the progress too
   * @param cpuSeconds of services and proxies so far
   * @param settle ends the warm-up
   */
  public SettlingListener(
      LoadListener listener, Supplier<OptionalDouble> cpuSeconds, Runnable settle) {
    this.listener = listener;
    this.cpuSeconds = cpuSeconds;
    this.settle = settle;
    atStart = cpuSeconds.get();
    cpuBefore = atStart.orElse(0);
  }

  @Override
  public void warming(long done, long of) {
    listener.warming(done, of);
    if (atStart.isEmpty() || settled || done - before < BATCH) {
      return;
    }
    double cpu = cpuSeconds.get().orElse(cpuBefore);
    cpuMillis.add(1e3 * (cpu - cpuBefore) / (done - before));
    before = done;
    cpuBefore = cpu;
    if (isFlat()) {
      settled = true;
      settle.run();
    }
  }

  private boolean isFlat() {
    int count = cpuMillis.size();
    return count >= 2 * BATCHES
        && mean(count - BATCHES, count)
            >= (1 - MAX_FALL) * mean(count - 2 * BATCHES, count - BATCHES);
  }

  private double mean(int from, int to) {
    return cpuMillis.subList(from, to).stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElseThrow();
  }

  /**
   * The warm-up, once it is over.
   *
   * @param requests that were sent
   */
  public WarmUp warmUp(long requests) {
    return new WarmUp(requests, settled, cpuMillis);
  }
}
