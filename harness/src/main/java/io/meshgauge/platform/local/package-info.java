/**
 * The default platform: every service and proxy is a child process on the loopback device, without
 * root, cluster or container engine.
 *
 * <p>No process outlives the harness: see {@link io.meshgauge.platform.local.process.ProcessGuard}.
 * Start reading at {@link io.meshgauge.platform.local.LocalPlatform}.
 */
@NullMarked
package io.meshgauge.platform.local;

import org.jspecify.annotations.NullMarked;
