/**
 * Unary gRPC calls for load, on grpc-java: the message is laid out as bytes beforehand (from JSON,
 * by a descriptor set or what the server's reflection tells), so that a call handles neither. Times
 * are taken in the transport's own thread. Start reading at {@link
 * io.meshgauge.load.grpc.GrpcChannel}.
 */
@NullMarked
package io.meshgauge.load.grpc;

import org.jspecify.annotations.NullMarked;
