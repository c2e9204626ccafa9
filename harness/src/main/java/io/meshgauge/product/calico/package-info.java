/** Calico as a network that encrypts between nodes. */
@NullMarked
package io.meshgauge.product.calico;

import org.jspecify.annotations.NullMarked;
