package io.meshgauge.experiment;

import java.util.Locale;

/**
 * One planned cell of an experiment.
 *
 * @param position place in the order, from 1
 * @param replicate block, from 1
 * @param variant the deployed variant
 * @param plan its load
 */
public record Trial(int position, int replicate, Variant variant, Plan plan) {

  /** The same trial at another place in the order. */
  public Trial at(int otherPosition) {
    return new Trial(otherPosition, replicate, variant, plan);
  }

  /** Folder name in the archive, for example {@code 003-envoy-steady-r1}. */
  public String folder() {
    return String.format(
        Locale.ROOT, "%03d-%s-%s-r%d", position, variant.name(), plan.name(), replicate);
  }
}
