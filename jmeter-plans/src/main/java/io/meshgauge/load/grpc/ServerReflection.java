package io.meshgauge.load.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Client of gRPC server reflection for the files that describe a service. Uses v1, or v1alpha if
 * the server lacks v1; their messages differ only in the name.
 */
final class ServerReflection {

  private static final String V1 = "grpc.reflection.v1.ServerReflection";
  private static final String V1_ALPHA = "grpc.reflection.v1alpha.ServerReflection";

  private final Channel channel;
  private final int timeoutMillis;
  private String version = V1;

  /**
   * Creates a client.
   *
   * @param metadata sent with each request, since a server may require authentication
   */
  ServerReflection(Channel channel, Map<String, String> metadata, int timeoutMillis) {
    this.channel =
        ClientInterceptors.intercept(
            channel, MetadataUtils.newAttachHeadersInterceptor(GrpcTemplate.metadata(metadata)));
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * The file that defines the service, with all it imports.
   *
   * @throws IllegalArgumentException if the server does not describe it
   */
  ProtoFiles filesOf(String service) {
    ProtoFiles files = new ProtoFiles("server");
    add(ServerReflectionRequest.newBuilder().setFileContainingSymbol(service), service, files);
    while (!files.missing().isEmpty()) {
      String missing = files.missing().first();
      add(ServerReflectionRequest.newBuilder().setFileByFilename(missing), missing, files);
      if (files.missing().contains(missing)) {
        throw refused(missing, "it sent other files instead");
      }
    }
    return files;
  }

  private void add(ServerReflectionRequest.Builder request, String what, ProtoFiles files) {
    ServerReflectionResponse response = ask(request.build(), what);
    if (!response.hasFileDescriptorResponse()) {
      throw refused(what, response.getErrorResponse().getErrorMessage());
    }
    try {
      for (ByteString file : response.getFileDescriptorResponse().getFileDescriptorProtoList()) {
        files.add(FileDescriptorProto.parseFrom(file));
      }
    } catch (InvalidProtocolBufferException e) {
      throw refused(what, String.valueOf(e.getMessage()));
    }
  }

  private ServerReflectionResponse ask(ServerReflectionRequest request, String what) {
    try {
      return call(request);
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.UNIMPLEMENTED || version.equals(V1_ALPHA)) {
        throw refused(what, e.getStatus().toString());
      }
      version = V1_ALPHA;
      return ask(request, what);
    }
  }

  /** Sends one request on a separate stream, which is a unary call on the wire. */
  private ServerReflectionResponse call(ServerReflectionRequest request) {
    MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method =
        MethodDescriptor.<ServerReflectionRequest, ServerReflectionResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(version + "/ServerReflectionInfo")
            .setRequestMarshaller(
                ProtoUtils.marshaller(ServerReflectionRequest.getDefaultInstance()))
            .setResponseMarshaller(
                ProtoUtils.marshaller(ServerReflectionResponse.getDefaultInstance()))
            .build();
    return ClientCalls.blockingUnaryCall(
        channel,
        method,
        CallOptions.DEFAULT.withDeadlineAfter(timeoutMillis, TimeUnit.MILLISECONDS),
        request);
  }

  private static IllegalArgumentException refused(String what, String reason) {
    return new IllegalArgumentException(
        "The server's reflection does not describe "
            + what
            + ": "
            + reason
            + ". Expected gRPC server reflection v1 or v1alpha; name a descriptor set if the server"
            + " has none.");
  }
}
