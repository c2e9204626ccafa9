/**
 * The observer: the proofs' eyes and hands inside a Kubernetes cluster, which the harness is
 * outside of.
 *
 * <p>One pod per node, in the node's network and process namespaces and in no mesh: it dials pods
 * as an outsider, sees the bytes between them on the node's side of their devices, reads the
 * kernel's counters of each, and asks a mesh's own authority for the credentials that its clients
 * show. {@link io.meshgauge.observer.Observer} is what runs there; {@link
 * io.meshgauge.observer.ObserverClient} and {@link io.meshgauge.observer.RemoteProbeOrigin} are the
 * harness's side, and both share the records of requests and answers. May use {@code evidence},
 * {@code identity}, {@code topology}, {@code experiment} and {@code measure}.
 */
@NullMarked
package io.meshgauge.observer;

import org.jspecify.annotations.NullMarked;
