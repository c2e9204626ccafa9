/** Kindnet as a network that encrypts between nodes. */
@NullMarked
package io.meshgauge.product.kindnet;

import org.jspecify.annotations.NullMarked;
