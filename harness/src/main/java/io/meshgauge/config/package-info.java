/**
 * YAML to {@link io.meshgauge.experiment.Experiment}: all problems at once, each with its place,
 * what was found, what was expected, what exists and what to do.
 *
 * <p>A file is read into a tree of {@link io.meshgauge.config.Value}s that remember where they were
 * written. Trees are laid over each other: {@code reference.yaml} (all defaults, and the reference
 * manual) below, then the user's file or a built-in profile, then {@code -D} overrides. The result
 * is checked once, as a whole, and every problem names the line of the layer it came from.
 *
 * <p>May use {@code experiment}, {@code measure}, {@code mesh} and {@code score}. Start reading at
 * {@link io.meshgauge.config.Configuration}, then {@link io.meshgauge.config.ExperimentReader}.
 */
@NullMarked
package io.meshgauge.config;

import org.jspecify.annotations.NullMarked;
