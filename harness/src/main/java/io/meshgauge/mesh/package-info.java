/**
 * The contestants: one folder each, and one explicit registry.
 *
 * <p>May use {@code experiment}, {@code measure} and {@code topology}. Start reading at {@link
 * io.meshgauge.mesh.Mesh} and {@link io.meshgauge.mesh.Meshes}.
 */
@NullMarked
package io.meshgauge.mesh;

import org.jspecify.annotations.NullMarked;
