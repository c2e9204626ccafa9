/** Linkerd: what of it must be on a cluster. */
@NullMarked
package io.meshgauge.mesh.linkerd;

import org.jspecify.annotations.NullMarked;
