/**
 * Linkerd's own proxies on a cluster, and the components they require there. Start reading at
 * {@link io.meshgauge.product.linkerd.LinkerdSidecars}.
 */
@NullMarked
package io.meshgauge.product.linkerd;

import org.jspecify.annotations.NullMarked;
