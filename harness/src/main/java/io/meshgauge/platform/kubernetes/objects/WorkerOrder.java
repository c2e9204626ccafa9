package io.meshgauge.platform.kubernetes.objects;

import io.meshgauge.experiment.Plan.OwnFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A request for load workers.
 *
 * @param plan the {@code .jmx} file
 * @param tokens file of tokens that the plan reads
 * @param authorities trusted certificates; empty for plaintext
 * @param properties JMeter properties
 * @param own what a user's plan needs; empty for the plans of the project
 */
public record WorkerOrder(
    Path plan,
    Path tokens,
    Optional<Path> authorities,
    Map<String, String> properties,
    Optional<OwnFile> own) {
  public WorkerOrder {
    properties = Map.copyOf(properties);
  }

  /** A request for load workers that use plaintext, under a plan of the project. */
  public WorkerOrder(Path plan, Path tokens, Map<String, String> properties) {
    this(plan, tokens, Optional.empty(), properties, Optional.empty());
  }
}
