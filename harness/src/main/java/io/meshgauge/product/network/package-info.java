/** Common parts of products that are the network of a cluster and have no proxy in the pods. */
@NullMarked
package io.meshgauge.product.network;

import org.jspecify.annotations.NullMarked;
