/**
 * The HTTP side of a service: the client for its HTTP peers, and what every server does alike
 * (headers handed on, bodies bounded, errors as problem+json). May use {@code peer}. Start reading
 * at {@link io.meshgauge.sample.common.http.HttpPeer}.
 */
@NullMarked
package io.meshgauge.sample.common.http;

import org.jspecify.annotations.NullMarked;
