package io.meshgauge.evidence.enforcement;

import org.jspecify.annotations.Nullable;

/** A rule that cannot be watched; its message says where, and what was expected. */
public final class EnforcementException extends RuntimeException {
  public EnforcementException(String message) {
    super(message);
  }

  public EnforcementException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
