/** Cilium: as a network without encryption, and as one that encrypts between nodes. */
@NullMarked
package io.meshgauge.product.cilium;

import org.jspecify.annotations.NullMarked;
