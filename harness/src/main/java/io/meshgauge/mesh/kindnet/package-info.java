/** Kindnet as a network that encrypts between nodes. */
@NullMarked
package io.meshgauge.mesh.kindnet;

import org.jspecify.annotations.NullMarked;
