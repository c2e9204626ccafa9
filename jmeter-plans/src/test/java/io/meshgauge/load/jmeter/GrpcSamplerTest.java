package io.meshgauge.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.load.record.RecordedRun;
import io.meshgauge.load.testserver.EchoServer;
import io.meshgauge.load.testserver.EchoServer.Reflection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The gRPC sampler, through the whole chain. */
@Tag("serial")
@Timeout(60)
class GrpcSamplerTest {

  @TempDir private Path out;

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "0, 4"})
  void channelsAreSharedAsTheSettingSays(int setting, int expected) throws Exception {
    try (EchoServer server = new EchoServer(Reflection.V1)) {
      GrpcSampler sampler = sampler(server.port(), "{\"text\":\"a\",\"count\":{\"times\":2}}");
      InProcessJMeter.set(sampler, GrpcSampler.CHANNELS, setting);
      OpenLoopThreadGroup group = InProcessJMeter.group(100, 0.5, 4);
      InProcessJMeter.set(group, OpenLoopThreadGroup.WARMUP, 20);
      InProcessJMeter.set(group, OpenLoopThreadGroup.WARMUP_CONCURRENCY, 4);
      InProcessJMeter.run(group, sampler, out);
      assertThat(server.connections()).isEqualTo(expected);
    }

    RecordedRun run = new RecordedRun(out);
    assertThat(run.account().at("/labels/call/status/OK").asInt()).isEqualTo(50);
    assertThat(run.account().at("/labels/call/expected").asInt()).isEqualTo(50);
    assertThat(run.account().at("/connectionsOpened").asInt()).isEqualTo(expected);
    assertThat(run.account().at("/connectionsOpenedInWindow").asInt()).isZero();
    assertThat(run.total("response", "call").getTotalCount()).isEqualTo(50);
  }

  @Test
  void statusesAreCountedByTheirNamesAndADenialMayBeWhatIsExpected() throws Exception {
    try (EchoServer server = new EchoServer(Reflection.NONE)) {
      GrpcSampler sampler = sampler(server.port(), "{\"text\":\"deny\"}");
      InProcessJMeter.set(
          sampler, GrpcSampler.DESCRIPTORS, EchoServer.descriptorSet(out.resolve("echo.pb"), true));
      InProcessJMeter.set(sampler, GrpcSampler.EXPECTED, "OK, PERMISSION_DENIED");
      InProcessJMeter.run(InProcessJMeter.group(100, 0.2, 2), sampler, out);
    }

    JsonNode label = new RecordedRun(out).account().at("/labels/call");
    assertThat(label.at("/status/PERMISSION_DENIED").asInt()).isEqualTo(20);
    assertThat(label.at("/expected").asInt()).isEqualTo(20);
  }

  @Test
  void callsWithoutAnAnswerAreTimeoutsAndNoArrivalIsLost() throws Exception {
    try (EchoServer server = new EchoServer(Reflection.V1)) {
      GrpcSampler sampler = sampler(server.port(), "{\"text\":\"silent\"}");
      InProcessJMeter.set(sampler, GrpcSampler.DEADLINE_MILLIS, 1000);
      InProcessJMeter.run(InProcessJMeter.group(10, 0.4, 4), sampler, out);
    }

    JsonNode label = new RecordedRun(out).account().at("/labels/call");
    assertThat(label.at("/errors/timeout").asInt()).isEqualTo(4);
    assertThat(label.at("/sent").asInt()).isEqualTo(4);
  }

  @Test
  void theTokenOfThatNameIsSent() throws Exception {
    Path tokens = Files.writeString(out.resolve("tokens.properties"), "customer=a.b.c\n");
    try (EchoServer server = new EchoServer(Reflection.V1)) {
      GrpcSampler sampler = sampler(server.port(), "{}");
      InProcessJMeter.set(sampler, GrpcSampler.TOKEN, "customer");
      InProcessJMeter.set(sampler, GrpcSampler.TOKENS, tokens);
      InProcessJMeter.set(sampler, GrpcSampler.METADATA, "x-tenant: blue");
      InProcessJMeter.run(InProcessJMeter.group(50, 0.1, 1), sampler, out);

      assertThat(server.lastHeader("authorization")).isEqualTo("Bearer a.b.c");
      assertThat(server.lastHeader("x-tenant")).isEqualTo("blue");
    }
  }

  @Test
  void anUnexpectedStatusIsAnErrorByItsName() throws Exception {
    try (EchoServer server = new EchoServer(Reflection.NONE)) {
      GrpcSampler sampler = sampler(server.port(), "{\"text\":\"deny\"}");
      InProcessJMeter.set(
          sampler, GrpcSampler.DESCRIPTORS, EchoServer.descriptorSet(out.resolve("echo.pb"), true));
      InProcessJMeter.run(InProcessJMeter.group(100, 0.2, 2), sampler, out);
    }

    JsonNode label = new RecordedRun(out).account().at("/labels/call");
    assertThat(label.at("/status/PERMISSION_DENIED").asInt()).isEqualTo(20);
    assertThat(label.at("/unexpected").asInt()).isEqualTo(20);
  }

  @Test
  void aRequestWithAPlaceForTheTokenTakesItInsteadOfTheMetadata() throws Exception {
    Path tokens = Files.writeString(out.resolve("tokens.properties"), "customer=a.b.c\n");
    try (EchoServer server = new EchoServer(Reflection.V1)) {
      GrpcSampler sampler = sampler(server.port(), "{\"text\":\"{token}\"}");
      InProcessJMeter.set(sampler, GrpcSampler.TOKEN, "customer");
      InProcessJMeter.set(sampler, GrpcSampler.TOKENS, tokens);
      InProcessJMeter.run(InProcessJMeter.group(50, 0.1, 1), sampler, out);

      assertThat(server.lastHeader("authorization")).isNull();
    }

    // The answer repeats the text: a field's tag, its length and the token.
    JsonNode label = new RecordedRun(out).account().at("/labels/call");
    assertThat(label.at("/bytesSent").asInt()).isEqualTo(5 * (2 + "a.b.c".length()));
  }

  @Test
  void whatCannotBeCalledIsRefusedBeforeTheFirstCall() throws IOException {
    GrpcSampler nothing = sampler(1, "{}");
    InProcessJMeter.set(nothing, GrpcSampler.METHOD, "Say");
    assertThatThrownBy(nothing::checkSettings)
        .hasMessageContaining("Sampler 'call'")
        .hasMessageContaining("package.Service/Method");

    GrpcSampler expecting = sampler(1, "{}");
    InProcessJMeter.set(expecting, GrpcSampler.EXPECTED, "200");
    assertThatThrownBy(expecting::checkSettings).hasMessageContaining("PERMISSION_DENIED");

    GrpcSampler misspelt = sampler(1, "{\"txt\":1}");
    InProcessJMeter.set(
        misspelt, GrpcSampler.DESCRIPTORS, EchoServer.descriptorSet(out.resolve("e.pb"), true));
    assertThatThrownBy(misspelt::checkSettings).hasMessageContaining("[text, count]");

    GrpcSampler hurried = sampler(1, "{}");
    InProcessJMeter.set(hurried, GrpcSampler.DEADLINE_MILLIS, 0);
    assertThatThrownBy(hurried::checkSettings).hasMessageContaining("deadline is 1 ms or more");
  }

  private static GrpcSampler sampler(int port, String request) {
    GrpcSampler sampler = new GrpcSampler();
    sampler.setName("call");
    InProcessJMeter.set(sampler, GrpcSampler.PORT, port);
    InProcessJMeter.set(sampler, GrpcSampler.METHOD, EchoServer.SAY);
    InProcessJMeter.set(sampler, GrpcSampler.REQUEST, request);
    return sampler;
  }
}
