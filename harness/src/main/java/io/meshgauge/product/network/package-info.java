/** What meshes have in common that are the network of a cluster: no proxy stands beside a pod. */
@NullMarked
package io.meshgauge.product.network;

import org.jspecify.annotations.NullMarked;
