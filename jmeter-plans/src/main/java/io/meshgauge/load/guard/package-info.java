/**
 * Keeps users' plans from sending anything to addresses that were not named.
 *
 * <p>Start reading at {@link io.meshgauge.load.guard.NetworkGuard}.
 */
@NullMarked
package io.meshgauge.load.guard;

import org.jspecify.annotations.NullMarked;
