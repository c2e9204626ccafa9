/**
 * What the proxies counted, by the pages on which each product shows it.
 *
 * <p>Start reading at {@link io.meshgauge.probe.proxy.ProxyProbe}.
 */
@NullMarked
package io.meshgauge.probe.proxy;

import org.jspecify.annotations.NullMarked;
