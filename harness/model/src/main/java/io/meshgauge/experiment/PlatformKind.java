package io.meshgauge.experiment;

import java.util.Locale;

/** Where variants run. */
public enum PlatformKind {
  LOCAL,
  KUBERNETES;

  /** The name used in YAML and on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
