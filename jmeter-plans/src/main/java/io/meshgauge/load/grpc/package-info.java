/**
 * Unary gRPC calls for load, on grpc-java. Messages are encoded beforehand from JSON, with a
 * descriptor set or server reflection, so that a call does no encoding. Times are taken in the
 * transport's thread. Start reading at {@link io.meshgauge.load.grpc.GrpcChannel}.
 */
@NullMarked
package io.meshgauge.load.grpc;

import org.jspecify.annotations.NullMarked;
