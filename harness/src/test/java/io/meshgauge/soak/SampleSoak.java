package io.meshgauge.soak;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SlowAnswers;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Window;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Windows of a made-up soak: two services and a proxy with some noise, of which one may leak. */
public final class SampleSoak {
  /** When the first window begins. */
  public static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private static final double MIB = 1024.0 * 1024;

  private final Random random;
  private final double leakPerWindow;
  private final Map<Metric, Long> slow = new TreeMap<>();

  /**
   * A soak.
   *
   * @param leakPerWindow MiB that payment leaks per window
   */
  public SampleSoak(long seed, double leakPerWindow) {
    this.random = new Random(seed);
    this.leakPerWindow = leakPerWindow;
  }

  /** From now on so many answers of each window are slower than an objective permits. */
  public void slow(Metric metric, long answers) {
    slow.put(metric, answers);
  }

  /** The plan of a soak with windows of a minute. */
  public static Plan plan(int windows) {
    return new Plan(Plan.SOAK, Duration.ofMinutes(windows), new TreeMap<>());
  }

  /** The settings of such a soak. */
  public static SoakSettings settings(int windows) {
    return SoakSettings.of(plan(windows));
  }

  /** The windows of one deployment. */
  public List<SoakWindow> windows(int count) {
    List<SoakWindow> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      windows.add(window(i, 1, i, 0, List.of()));
    }
    return windows;
  }

  /**
   * One window.
   *
   * @param age how many windows its deployment is old
   */
  public SoakWindow window(int index, int leg, int age, long failed, List<Evidence> unproven) {
    return window(index, leg, age, failed, unproven, null);
  }

  /** One window of the first deployment with an injected fault. */
  public SoakWindow disturbed(int index, Disturbance disturbance) {
    return window(index, 1, index, disturbance.failed(), List.of(), disturbance);
  }

  private SoakWindow window(
      int index,
      int leg,
      int age,
      long failed,
      List<Evidence> unproven,
      @Nullable Disturbance disturbance) {
    Instant start = START.plus(Duration.ofMinutes(index));
    return new SoakWindow(
        index,
        leg,
        new Window(start, start.plusSeconds(58)),
        600,
        600,
        failed,
        0.005,
        0.020 * (1 + 0.05 * random.nextGaussian()),
        0.05,
        List.of(),
        20,
        unproven,
        List.of(
            use("order", Part.APPLICATION, 150),
            use("payment", Part.APPLICATION, 130 + leakPerWindow * age),
            use("order-proxy", Part.DATA_PLANE, 24)),
        List.of(
            new Vitals("order", Part.APPLICATION, 30L, 110L + random.nextInt(2), 20L, 20 * MIB),
            new Vitals(
                "payment", Part.APPLICATION, 28L, 100L, 18L, (18 + leakPerWindow * age) * MIB)),
        disturbance,
        new SlowAnswers(600, new TreeMap<>(slow)),
        null);
  }

  private ResourceUse use(String name, Part part, double mib) {
    double memory = (mib + 0.4 * random.nextGaussian()) * MIB;
    double cpu = 2 * (1 + 0.05 * random.nextGaussian());
    return new ResourceUse(name, part, cpu, memory, memory * 1.02);
  }
}
