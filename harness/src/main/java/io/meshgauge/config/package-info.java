/**
 * Reads YAML into an {@link io.meshgauge.experiment.Experiment} and reports all problems at once,
 * each with its place, what was found, what was expected, what exists and what to do.
 *
 * <p>A file becomes a tree of {@link io.meshgauge.yaml.Value}s with positions. Trees are merged in
 * layers: {@code reference.yaml} (all defaults, and the reference manual), then the user's file or
 * a built-in profile, then {@code -D} overrides. The result is checked once, as a whole, and every
 * problem names the line of the layer it came from.
 *
 * <p>May use {@code experiment}, {@code measure}, {@code product}, {@code score} and {@code yaml}.
 * Start reading at {@link io.meshgauge.config.Configuration}, then {@link
 * io.meshgauge.config.ExperimentReader}.
 */
@NullMarked
package io.meshgauge.config;

import org.jspecify.annotations.NullMarked;
