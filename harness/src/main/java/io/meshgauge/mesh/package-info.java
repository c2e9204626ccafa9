/**
 * The contestants: one folder each, and one explicit registry.
 *
 * <p>May use {@code experiment}, {@code measure}, {@code topology} and {@code identity}. Start
 * reading at {@link io.meshgauge.mesh.Mesh} and {@link io.meshgauge.mesh.Meshes}.
 */
@NullMarked
package io.meshgauge.mesh;

import org.jspecify.annotations.NullMarked;
