/**
 * The gRPC side of a service: server and channel with timers, deadlines and handed-on headers. May
 * use {@code http} (for those headers) and {@code peer}. Start reading at {@link
 * io.meshgauge.sample.common.grpc.GrpcPeer}.
 */
@NullMarked
package io.meshgauge.sample.common.grpc;

import org.jspecify.annotations.NullMarked;
