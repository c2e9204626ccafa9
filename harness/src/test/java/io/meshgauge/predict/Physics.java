package io.meshgauge.predict;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A made-up arm whose costs are known, measured with noise. */
final class Physics {
  static final double CORES = 2;
  static final double CALL = 1.2e-3;
  static final double IDLE = 0.004;
  static final double BYTE = 2e-8;
  static final double HOP = 1e-3;
  static final double WAIT = 0.9e-3;
  static final double SERVICE_BYTES = 150e6;
  static final double CONFIGURED_BYTES = 60_000;

  private final double noise;
  private final long seed;
  private final Random random;

  /**
   * @param noise relative standard deviation of every measurement
   */
  Physics(double noise, long seed) {
    this.noise = noise;
    this.seed = seed;
    this.random = new Random(seed);
  }

  static Conditions at(double rate, double payload) {
    return new Conditions(rate, 3, 5, payload, 16, 0, 0, 0);
  }

  static double cpu(Conditions at) {
    return at.services() * IDLE + at.rate() * at.hops() * (CALL + BYTE * at.payload());
  }

  static double p50(Conditions at) {
    return at.hops() * (HOP + WAIT * Queueing.wait(cpu(at) / CORES, CORES));
  }

  /** Measured in a block, which shares an error as large as that of a deployment. */
  Sample measure(String name, int block, Conditions at) {
    double shared = Math.exp(noise * new Random(seed * 31 + block).nextGaussian());
    Sample sample = measure(name, at);
    Map<Target, Double> values = new EnumMap<>(Target.class);
    sample.values().forEach((target, value) -> values.put(target, value * shared));
    return new Sample(name, block, at, values);
  }

  Sample measure(String name, Conditions at) {
    Map<Target, Double> values = new EnumMap<>(Target.class);
    values.put(Target.UTILISATION, noisy(cpu(at) / CORES));
    values.put(Target.CPU_SYSTEM, noisy(cpu(at)));
    values.put(Target.CPU_LOAD, noisy(0.01 + at.rate() * 4e-4));
    values.put(
        Target.MEMORY_SYSTEM,
        noisy(at.services() * (SERVICE_BYTES + at.configured() * CONFIGURED_BYTES)));
    values.put(Target.P50, noisy(p50(at)));
    return new Sample(name, 0, at, values);
  }

  private double noisy(double value) {
    return value * Math.exp(noise * random.nextGaussian());
  }

  /** Nine points with rates from 80 to 400 requests per second, and payloads to 16 KiB. */
  List<Sample> sweep() {
    List<Sample> samples = new ArrayList<>();
    double[] rates = {80, 80, 80, 240, 240, 400, 400, 400, 400};
    double[] payloads = {0, 16_384, 0, 0, 16_384, 0, 0, 16_384, 16_384};
    for (int i = 0; i < rates.length; i++) {
      samples.add(measure("p" + i, 1 + i % 4, at(rates[i], payloads[i])));
    }
    return samples;
  }
}
