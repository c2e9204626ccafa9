/**
 * What a mesh makes of a variant, on this machine and on a cluster. Start reading at {@link
 * io.meshgauge.topology.design.Design}.
 */
@NullMarked
package io.meshgauge.topology.design;

import org.jspecify.annotations.NullMarked;
