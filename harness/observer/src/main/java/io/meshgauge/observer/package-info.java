/**
 * The observer: collects evidence inside a Kubernetes cluster for a harness that runs outside.
 *
 * <p>One pod per node, in the node's network and process namespaces and in no mesh. It connects to
 * pods without an identity of the mesh, captures their bytes on the node's side of their devices,
 * reads kernel counters per pod, and requests client credentials from the mesh's certificate
 * authority. {@link io.meshgauge.observer.Observer} is its program; {@link
 * io.meshgauge.observer.ObserverClient} and {@link io.meshgauge.observer.RemoteProbeOrigin} are the
 * harness's side. Both share the records of requests and answers. May use {@code rpc}, {@code
 * evidence}, {@code identity}, {@code topology}, {@code experiment} and {@code measure}.
 */
@NullMarked
package io.meshgauge.observer;

import org.jspecify.annotations.NullMarked;
