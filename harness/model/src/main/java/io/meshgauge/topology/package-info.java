/**
 * Who talks to whom, and through what: services, hops, addresses, and the proxies in between.
 *
 * <p>Values only, shared by meshes (which design a data plane), platforms (which start it) and
 * evidence (which observes it), so that none of those has to know another. Uses nothing of the
 * harness. Start reading at {@link io.meshgauge.topology.Topology} and {@link
 * io.meshgauge.topology.plane.DataPlane}; what a mesh makes of a variant is a {@link
 * io.meshgauge.topology.design.Design}.
 */
@NullMarked
package io.meshgauge.topology;

import org.jspecify.annotations.NullMarked;
