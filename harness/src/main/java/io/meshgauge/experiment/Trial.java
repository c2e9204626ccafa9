package io.meshgauge.experiment;

import java.util.Locale;

/**
 * One planned cell of an experiment.
 *
 * @param position place in the order, from 1
 * @param replicate block, from 1
 * @param variant what is deployed
 * @param plan what load it gets
 */
public record Trial(int position, int replicate, Variant variant, Plan plan) {

  /** The same trial at another place in the order. */
  public Trial at(int otherPosition) {
    return new Trial(otherPosition, replicate, variant, plan);
  }

  /** The name of the trial's folder in the archive, for example {@code 003-envoy-baseline-r1}. */
  public String folder() {
    return String.format(
        Locale.ROOT, "%03d-%s-%s-r%d", position, variant.name(), plan.name(), replicate);
  }
}
