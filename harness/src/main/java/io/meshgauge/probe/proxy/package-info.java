/**
 * What the proxies counted: the statistics of their admin interfaces.
 *
 * <p>Start reading at {@link io.meshgauge.probe.proxy.ProxyProbe}.
 */
@NullMarked
package io.meshgauge.probe.proxy;

import org.jspecify.annotations.NullMarked;
