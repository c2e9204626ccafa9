/**
 * HTTP/1.1 for load: requests laid out once, one blocking connection per worker thread and target,
 * no pool, no redirect, no retry. Built on httpcore5's classic connections. May use {@code
 * record}'s {@code ErrorKind}. Start reading at {@link io.meshgauge.load.http.HttpConnection}.
 */
@NullMarked
package io.meshgauge.load.http;

import org.jspecify.annotations.NullMarked;
