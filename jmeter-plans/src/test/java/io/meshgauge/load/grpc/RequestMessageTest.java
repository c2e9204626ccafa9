package io.meshgauge.load.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.testserver.EchoServer;
import io.meshgauge.load.testserver.EchoServer.Reflection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class RequestMessageTest {

  private static final GrpcMethod SAY = GrpcMethod.parse(EchoServer.SAY);
  private static final String JSON = "{\"text\": \"ab\", \"count\": {\"times\": 3}}";
  private static final byte[] ENCODED = {10, 2, 'a', 'b', 18, 2, 8, 3};
  private static final int PATIENT = 20_000;

  @TempDir private Path folder;

  @Test
  void jsonIsEncodedByADescriptorSet() throws IOException {
    Path set = EchoServer.descriptorSet(folder.resolve("echo.pb"), true);

    assertThat(new RequestMessage(SAY, JSON).encode(set.toString())).isEqualTo(ENCODED);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reflection.class,
      names = {"V1", "V1_ALPHA"})
  void jsonIsEncodedByWhatTheServersReflectionTells(Reflection reflection) throws IOException {
    try (EchoServer server = new EchoServer(reflection);
        GrpcChannel channel = channel(server)) {
      assertThat(
              new RequestMessage(SAY, JSON)
                  .encode(channel, Map.of("authorization", "Bearer t"), PATIENT))
          .isEqualTo(ENCODED);
      assertThat(server.lastHeader("authorization")).isEqualTo("Bearer t");
    }
  }

  @Test
  void aServerWithoutReflectionSaysSo() throws IOException {
    try (EchoServer server = new EchoServer(Reflection.NONE);
        GrpcChannel channel = channel(server)) {
      assertThatThrownBy(() -> new RequestMessage(SAY, JSON).encode(channel, Map.of(), PATIENT))
          .hasMessageContaining("test.Echo")
          .hasMessageContaining("UNIMPLEMENTED")
          .hasMessageContaining("name a descriptor set");
    }
  }

  @Test
  void aServiceTheServerDoesNotKnowIsNamed() throws IOException {
    GrpcMethod other = GrpcMethod.parse("test.Other/Say");
    try (EchoServer server = new EchoServer(Reflection.V1);
        GrpcChannel channel = channel(server)) {
      assertThatThrownBy(() -> new RequestMessage(other, JSON).encode(channel, Map.of(), PATIENT))
          .hasMessageContaining("does not describe test.Other");
    }
  }

  @Test
  void whatDoesNotFitIsRefusedWithWhatThereIs() throws IOException {
    Path set = EchoServer.descriptorSet(folder.resolve("echo.pb"), true);
    assertThatThrownBy(() -> new RequestMessage(SAY, "{\"txt\":1}").encode(set.toString()))
        .hasMessageContaining("test.Words")
        .hasMessageContaining("[text, count]");
    assertThatThrownBy(
            () ->
                new RequestMessage(GrpcMethod.parse("test.Echo/Sing"), "{}").encode(set.toString()))
        .hasMessageContaining("test.Echo/Say, test.Echo/Watch");
    assertThatThrownBy(
            () ->
                new RequestMessage(GrpcMethod.parse("test.Echo/Watch"), "{}")
                    .encode(set.toString()))
        .hasMessageContaining("streams");
    Path partial = EchoServer.descriptorSet(folder.resolve("partial.pb"), false);
    assertThatThrownBy(() -> new RequestMessage(SAY, "{}").encode(partial.toString()))
        .hasMessageContaining("lacks test/counts.proto")
        .hasMessageContaining("--include_imports");
    Path none = folder.resolve("none.pb");
    assertThatThrownBy(() -> new RequestMessage(SAY, "{}").encode("classpath:none.protoset"))
        .hasMessageContaining("no descriptor set classpath:none.protoset");
    assertThatThrownBy(() -> new RequestMessage(SAY, "{}").encode(none.toString()))
        .hasMessageContaining("There is no descriptor set");
    Path text = Files.write(folder.resolve("x.pb"), "syntax".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> new RequestMessage(SAY, "{}").encode(text.toString()))
        .hasMessageContaining("not a protobuf descriptor set");
  }

  @Test
  void aMethodHasAServiceAndAName() {
    assertThat(GrpcMethod.parse("a.b.C/D")).isEqualTo(new GrpcMethod("a.b.C", "D"));
    for (String wrong : new String[] {"", "a.b.C", "/D", "a.b.C/", "a.b.C/D/E", "a b/C"}) {
      assertThatThrownBy(() -> GrpcMethod.parse(wrong))
          .hasMessageContaining("package.Service/Method");
    }
  }

  private static GrpcChannel channel(EchoServer server) {
    return new GrpcChannel(new GrpcRoute(new HttpTarget("127.0.0.1", server.port()), null, 0));
  }
}
