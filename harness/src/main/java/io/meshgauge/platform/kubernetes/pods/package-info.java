/** Pods of a deployment: their status, waits for them, and the registry of those that are ready. */
@NullMarked
package io.meshgauge.platform.kubernetes.pods;

import org.jspecify.annotations.NullMarked;
