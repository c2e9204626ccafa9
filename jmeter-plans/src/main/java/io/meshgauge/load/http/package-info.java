/**
 * HTTP for load: requests encoded once; HTTP/1.1 over one blocking connection per worker thread and
 * target; HTTP/2 over connections that threads may share, without own threads; both over TCP or
 * TLS. No pool, no redirects, no retries. HPACK comes from httpcore5. May use {@code record}'s
 * {@code ErrorKind} and {@code tls}. Start reading at {@link io.meshgauge.load.http.HttpLink}.
 */
@NullMarked
package io.meshgauge.load.http;

import org.jspecify.annotations.NullMarked;
