/**
 * A run that is looked at while it goes on: a page and figures for Prometheus, over HTTP, for
 * reading only. It listens to the run and is never waited for.
 */
@NullMarked
package io.meshgauge.live;

import org.jspecify.annotations.NullMarked;
