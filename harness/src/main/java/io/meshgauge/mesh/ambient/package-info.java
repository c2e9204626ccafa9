/**
 * Istio without sidecars: one proxy of a node carries the connections of all workloads, and where
 * it is asked for another one, the waypoint, knows their requests.
 */
@NullMarked
package io.meshgauge.mesh.ambient;

import org.jspecify.annotations.NullMarked;
