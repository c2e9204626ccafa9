package io.meshgauge.load.grpc;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import java.util.Map;

/** The message of a request in JSON, encoded once. */
public final class RequestMessage {

  private final GrpcMethod method;
  private final String json;

  /**
   * A message for that method.
   *
   * @param json the message in protobuf's JSON form
   */
  public RequestMessage(GrpcMethod method, String json) {
    this.method = method;
    this.json = json.strip();
  }

  /** Whether it has no fields; then it is zero bytes long for every type. */
  public boolean empty() {
    return json.replaceAll("\\s", "").equals("{}");
  }

  /**
   * Encodes it by a descriptor set.
   *
   * @param descriptors a file, or {@code classpath:NAME} for one shipped with the load worker
   * @throws IllegalArgumentException if the file or the JSON does not match the method
   */
  public byte[] encode(String descriptors) {
    return encode(ProtoFiles.read(descriptors));
  }

  /**
   * Encodes it with types from server reflection.
   *
   * @param metadata sent with the reflection requests
   * @throws IllegalArgumentException if reflection fails or the JSON does not match the method
   */
  public byte[] encode(GrpcChannel channel, Map<String, String> metadata, int timeoutMillis) {
    return encode(
        new ServerReflection(channel.channel(), metadata, timeoutMillis).filesOf(method.service()));
  }

  private byte[] encode(ProtoFiles files) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(files.method(method).getInputType());
    try {
      JsonFormat.parser().merge(json, message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "The request '%s' is not a %s in JSON: %s. Its fields: %s."
              .formatted(
                  json,
                  message.getDescriptorForType().getFullName(),
                  e.getMessage(),
                  message.getDescriptorForType().getFields().stream()
                      .map(field -> field.getJsonName())
                      .toList()),
          e);
    }
    return message.build().toByteArray();
  }
}
