package io.meshgauge.load.testserver;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.Attributes;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A gRPC server on loopback with one service: {@code test.Echo/Say} answers with the request's text
 * so many times, and does otherwise for a text that says so; {@code Watch} is a streaming one.
 */
public final class EchoServer implements Closeable {

  /** The method that echoes. */
  public static final String SAY = "test.Echo/Say";

  /** The text that is denied. */
  public static final String DENY = "deny";

  /** The text that is never answered. */
  public static final String SILENT = "silent";

  private static final FileDescriptorProto COUNTS =
      FileDescriptorProto.newBuilder()
          .setName("test/counts.proto")
          .setPackage("test")
          .setSyntax("proto3")
          .addMessageType(
              DescriptorProto.newBuilder()
                  .setName("Count")
                  .addField(field("times", 1, FieldDescriptorProto.Type.TYPE_INT32)))
          .build();

  private static final FileDescriptorProto ECHO =
      FileDescriptorProto.newBuilder()
          .setName("test/echo.proto")
          .setPackage("test")
          .setSyntax("proto3")
          .addDependency(COUNTS.getName())
          .addMessageType(
              DescriptorProto.newBuilder()
                  .setName("Words")
                  .addField(field("text", 1, FieldDescriptorProto.Type.TYPE_STRING))
                  .addField(
                      field("count", 2, FieldDescriptorProto.Type.TYPE_MESSAGE)
                          .setTypeName(".test.Count")))
          .addService(
              ServiceDescriptorProto.newBuilder()
                  .setName("Echo")
                  .addMethod(method("Say"))
                  .addMethod(method("Watch").setServerStreaming(true)))
          .build();

  private static final FileDescriptor FILE = build();
  private static final Descriptor WORDS = FILE.findMessageTypeByName("Words");

  /** How the server describes itself. */
  public enum Reflection {
    /** By the current version. */
    V1,
    /** By the version before it only. */
    V1_ALPHA,
    /** Not at all. */
    NONE
  }

  private final Server server;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean silent;
  private volatile Metadata lastHeaders = new Metadata();

  /** A plaintext server on a free port. */
  public EchoServer(Reflection reflection) throws IOException {
    this(reflection, InsecureServerCredentials.create(), 0);
  }

  /** A server on that port, 0 for any free one. */
  public EchoServer(Reflection reflection, ServerCredentials credentials, int port)
      throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), credentials)
            .directExecutor()
            .addService(service())
            .intercept(new Listener())
            .addTransportFilter(new Counter());
    if (reflection == Reflection.V1) {
      builder.addService(ProtoReflectionServiceV1.newInstance());
    } else if (reflection == Reflection.V1_ALPHA) {
      addOldReflection(builder);
    }
    server = builder.build().start();
  }

  @SuppressWarnings("deprecation")
  private static void addOldReflection(NettyServerBuilder builder) {
    builder.addService(ProtoReflectionService.newInstance());
  }

  private static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type);
  }

  private static MethodDescriptorProto.Builder method(String name) {
    return MethodDescriptorProto.newBuilder()
        .setName(name)
        .setInputType(".test.Words")
        .setOutputType(".test.Words");
  }

  private static FileDescriptor build() {
    try {
      return FileDescriptor.buildFrom(
          ECHO, new FileDescriptor[] {FileDescriptor.buildFrom(COUNTS, new FileDescriptor[0])});
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the descriptor set, with its imports or without. */
  public static Path descriptorSet(Path file, boolean imports) throws IOException {
    FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder().addFile(ECHO);
    return Files.write(file, (imports ? set.addFile(COUNTS) : set).build().toByteArray());
  }

  private ServerServiceDefinition service() {
    MethodDescriptor<DynamicMessage, DynamicMessage> say =
        MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(SAY)
            .setRequestMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(WORDS)))
            .setResponseMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(WORDS)))
            .build();
    ServiceDescriptor descriptor =
        ServiceDescriptor.newBuilder("test.Echo")
            .setSchemaDescriptor((ProtoFileDescriptorSupplier) () -> FILE)
            .addMethod(say)
            .build();
    return ServerServiceDefinition.builder(descriptor)
        .addMethod(say, ServerCalls.asyncUnaryCall(this::say))
        .build();
  }

  private void say(DynamicMessage request, StreamObserver<DynamicMessage> answer) {
    String text = (String) request.getField(WORDS.findFieldByName("text"));
    if (text.equals(SILENT)) {
      silent = true;
      return;
    }
    if (text.equals(DENY)) {
      answer.onError(Status.PERMISSION_DENIED.withDescription("as asked").asRuntimeException());
      return;
    }
    DynamicMessage count = (DynamicMessage) request.getField(WORDS.findFieldByName("count"));
    int times = (int) count.getField(count.getDescriptorForType().findFieldByName("times"));
    answer.onNext(
        DynamicMessage.newBuilder(WORDS)
            .setField(WORDS.findFieldByName("text"), text.repeat(times))
            .build());
    answer.onCompleted();
  }

  /** The port it listens on. */
  public int port() {
    return server.getPort();
  }

  /** Whether a call came that is never answered. */
  public boolean isSilent() {
    return silent;
  }

  /** Connections accepted so far. */
  public int connections() {
    return connections.get();
  }

  /** The metadata value of that name in the last call. */
  public @Nullable String lastHeader(String name) {
    return lastHeaders.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Listener implements ServerInterceptor {
    @Override
    public <I, O> ServerCall.Listener<I> interceptCall(
        ServerCall<I, O> call, Metadata headers, ServerCallHandler<I, O> next) {
      lastHeaders = headers;
      return next.startCall(call, headers);
    }
  }

  private final class Counter extends ServerTransportFilter {
    @Override
    public Attributes transportReady(Attributes attributes) {
      connections.incrementAndGet();
      return attributes;
    }
  }
}
