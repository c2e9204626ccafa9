/** Cilium: what of it must be on a cluster. */
@NullMarked
package io.meshgauge.mesh.cilium;

import org.jspecify.annotations.NullMarked;
