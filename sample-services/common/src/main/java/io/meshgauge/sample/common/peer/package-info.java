/**
 * What a service knows of the services it calls: how long it waits for them, how a call can fail,
 * and whether they have been reached yet. Uses no other package of this module. Start reading at
 * {@link io.meshgauge.sample.common.peer.PeerFailure}.
 */
@NullMarked
package io.meshgauge.sample.common.peer;

import org.jspecify.annotations.NullMarked;
