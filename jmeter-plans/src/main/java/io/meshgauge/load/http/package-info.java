/**
 * HTTP for load: requests laid out once; HTTP/1.1 over one blocking connection per worker thread
 * and target; HTTP/2 over connections that threads may share, without a thread of their own; both
 * over TCP or TLS. No pool, no redirect, no retry. HTTP/2's header compression is httpcore5's. May
 * use {@code record}'s {@code ErrorKind} and {@code tls}. Start reading at {@link
 * io.meshgauge.load.http.HttpLink}.
 */
@NullMarked
package io.meshgauge.load.http;

import org.jspecify.annotations.NullMarked;
