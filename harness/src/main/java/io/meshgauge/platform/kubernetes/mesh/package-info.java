/**
 * The meshes of a cluster: whether they are there and ready, their installation and removal, and
 * the parts of them that an experiment waits for.
 */
@NullMarked
package io.meshgauge.platform.kubernetes.mesh;

import org.jspecify.annotations.NullMarked;
