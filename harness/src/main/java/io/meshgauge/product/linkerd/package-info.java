/**
 * Linkerd's own proxies on a cluster, and what of Linkerd must be there for them. Start reading at
 * {@link io.meshgauge.product.linkerd.LinkerdSidecars}.
 */
@NullMarked
package io.meshgauge.product.linkerd;

import org.jspecify.annotations.NullMarked;
