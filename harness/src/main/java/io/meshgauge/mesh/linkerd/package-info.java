/**
 * Linkerd's own proxies on a cluster, and what of Linkerd must be there for them. Start reading at
 * {@link io.meshgauge.mesh.linkerd.LinkerdSidecars}.
 */
@NullMarked
package io.meshgauge.mesh.linkerd;

import org.jspecify.annotations.NullMarked;
