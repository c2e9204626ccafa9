/**
 * Live view of a run over HTTP, read-only: a page and metrics for Prometheus. It listens to the run
 * and never blocks it.
 */
@NullMarked
package io.meshgauge.live;

import org.jspecify.annotations.NullMarked;
