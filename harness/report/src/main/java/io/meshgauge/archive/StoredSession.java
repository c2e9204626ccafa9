package io.meshgauge.archive;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * {@code session.json}: a {@link io.meshgauge.experiment.Session} without its runs. Mixed into it.
 */
@JsonPropertyOrder({
  "version",
  "started",
  "command",
  "planned",
  "experiment",
  "environment",
  "notes",
  "calibration"
})
@JsonIgnoreProperties({"runs", "integrity"})
interface StoredSession {}
