package io.meshgauge.predict;

/** Mean wait of a queue with several servers, in service times. */
final class Queueing {
  /** At and above it a queue has no steady state. */
  static final double FULL = 0.99;

  private Queueing() {}

  /**
   * Sakasegawa's approximation of M/M/c: ρ^(√(2(c+1)) − 1) / (c (1 − ρ)); for one server ρ / (1 −
   * ρ) exactly (Sakasegawa, An approximation formula L_q ≈ αρ^β/(1 − ρ), 1977).
   *
   * @param utilisation ρ; above {@link #FULL} it counts as that
   * @param servers c, at least 1
   */
  static double wait(double utilisation, double servers) {
    double rho = Math.max(0, Math.min(FULL, utilisation));
    return Math.pow(rho, Math.sqrt(2 * (servers + 1)) - 1) / (servers * (1 - rho));
  }
}
