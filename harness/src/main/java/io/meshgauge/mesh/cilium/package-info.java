/** Cilium: as a network that encrypts nothing, and as one that encrypts between nodes. */
@NullMarked
package io.meshgauge.mesh.cilium;

import org.jspecify.annotations.NullMarked;
