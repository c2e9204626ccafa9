/** Calico as a network that encrypts between nodes. */
@NullMarked
package io.meshgauge.mesh.calico;

import org.jspecify.annotations.NullMarked;
