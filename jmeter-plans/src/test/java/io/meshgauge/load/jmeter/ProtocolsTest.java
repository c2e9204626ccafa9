package io.meshgauge.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.load.record.RecordedRun;
import io.meshgauge.load.testserver.Http2Server;
import io.meshgauge.load.testserver.TestAuthority;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The protocols of the lean HTTP sampler, through the whole chain. */
@Tag("serial")
@Timeout(60)
class ProtocolsTest {

  @TempDir private Path out;

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "0, 4"})
  void http2ConnectionsAreSharedAsTheSettingSays(int setting, int expected) throws Exception {
    try (Http2Server server = new Http2Server(null, false)) {
      LeanHttpSampler sampler = sampler("h2c", server.port());
      InProcessJMeter.set(sampler, LeanHttpSampler.HTTP2_CONNECTIONS, setting);
      OpenLoopThreadGroup group = InProcessJMeter.group(100, 0.5, 4);
      InProcessJMeter.set(group, OpenLoopThreadGroup.WARMUP, 20);
      InProcessJMeter.set(group, OpenLoopThreadGroup.WARMUP_CONCURRENCY, 4);
      InProcessJMeter.run(group, sampler, out);
      assertThat(server.connections()).isEqualTo(expected);
    }

    JsonNode account = new RecordedRun(out).account();
    assertThat(account.at("/labels/get/status/200").asInt()).isEqualTo(50);
    assertThat(account.at("/connectionsOpened").asInt()).isEqualTo(expected);
    assertThat(account.at("/connectionsOpenedInWindow").asInt()).isZero();
  }

  @Test
  void http2OverTlsTrustsTheAuthorityThatIsNamed() throws Exception {
    TestAuthority authority = new TestAuthority("test authority");
    try (Http2Server server = new Http2Server(authority.server(), false)) {
      LeanHttpSampler sampler = sampler("h2", server.port());
      sampler.setProperty(
          "LeanHttpSampler.tlsCa", authority.certificateFile(out.resolve("authority.pem")));
      InProcessJMeter.run(InProcessJMeter.group(100, 0.2, 2), sampler, out.resolve("run"));
    }

    JsonNode label = new RecordedRun(out.resolve("run")).account().at("/labels/get");
    assertThat(label.at("/status/200").asInt()).isEqualTo(20);
  }

  @Test
  void whatCannotBeSpokenIsRefusedBeforeTheFirstRequest() {
    LeanHttpSampler unknown = sampler("h3", 1);
    assertThatThrownBy(unknown::checkSettings)
        .hasMessageContaining("Sampler 'get'")
        .hasMessageContaining("http/1.1, https, h2c, h2");

    LeanHttpSampler missing = sampler("https", 1);
    missing.setProperty("LeanHttpSampler.tlsCa", "no-such.pem");
    assertThatThrownBy(missing::checkSettings).hasMessageContaining("no-such.pem");

    LeanHttpSampler maybe = sampler("h2", 1);
    maybe.setProperty("LeanHttpSampler.tlsVerify", "perhaps");
    assertThatThrownBy(maybe::checkSettings).hasMessageContaining("true or false");
  }

  private static LeanHttpSampler sampler(String protocol, int port) {
    LeanHttpSampler sampler = InProcessJMeter.sampler("get", port, "/");
    InProcessJMeter.set(sampler, LeanHttpSampler.HOST, "localhost");
    InProcessJMeter.set(sampler, LeanHttpSampler.PROTOCOL, protocol);
    return sampler;
  }
}
