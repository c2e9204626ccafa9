package io.meshgauge.evidence.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.capture.ByteFlow;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("rule-12")
class ByteClassifierTest {
  private static final Hop CALLS = new Hop("web", "prices", Protocol.GRPC);

  private static final byte[] SETTINGS = {0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 100};

  @ParameterizedTest
  @ValueSource(ints = {20, 21, 22, 23})
  void aRecordHeaderIsTls(int type) {
    assertThat(kind((byte) type, (byte) 3, (byte) 3, (byte) 0x10, (byte) 0x00, (byte) 0x77))
        .isEqualTo(TrafficKind.TLS);
  }

  @Test
  void anImpossibleRecordIsNotTls() {
    assertThat(kind((byte) 24, (byte) 3, (byte) 3, (byte) 0, (byte) 5))
        .isNotEqualTo(TrafficKind.TLS);
    assertThat(kind((byte) 23, (byte) 3, (byte) 3, (byte) 0x7f, (byte) 0xff))
        .isNotEqualTo(TrafficKind.TLS);
    assertThat(kind((byte) 23, (byte) 3, (byte) 3, (byte) 0, (byte) 0))
        .isNotEqualTo(TrafficKind.TLS);
    assertThat(kind((byte) 23, (byte) 3, (byte) 3)).isEqualTo(TrafficKind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /api/orders HTTP/1.1\r\nhost: order\r\n\r\n",
        "POST /api/orders HTTP/1.1\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.0 404 Not Found\r\n\r\n"
      })
  void aRequestOrStatusLineIsHttp1(String text) {
    assertThat(kind(text.getBytes(StandardCharsets.US_ASCII))).isEqualTo(TrafficKind.HTTP1);
  }

  @Test
  void thePrefaceAndFramesAreHttp2() {
    assertThat(kind(ProbeOpening.greeting(CALLS))).isEqualTo(TrafficKind.HTTP2);
    assertThat(kind(SETTINGS)).isEqualTo(TrafficKind.HTTP2);
    byte[] request = ProbeOpening.request(CALLS);
    int preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length();
    assertThat(kind(Arrays.copyOfRange(request, preface, request.length)))
        .as("SETTINGS and HEADERS")
        .isEqualTo(TrafficKind.HTTP2);
  }

  @Test
  void aFrameThatBreaksItsTypesRulesIsUnknown() {
    byte[] settingsOnAStream = SETTINGS.clone();
    settingsOnAStream[8] = 1;
    assertThat(kind(settingsOnAStream)).isEqualTo(TrafficKind.UNKNOWN);
    byte[] unknownType = SETTINGS.clone();
    unknownType[3] = 17;
    assertThat(kind(unknownType)).isEqualTo(TrafficKind.UNKNOWN);
    byte[] flags = SETTINGS.clone();
    flags[4] = 0x40;
    assertThat(kind(flags)).isEqualTo(TrafficKind.UNKNOWN);
  }

  @Test
  void aBodyOrNothingIsUnknown() {
    assertThat(kind("{\"item\":\"sku-17\"}".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(TrafficKind.UNKNOWN);
    assertThat(kind()).isEqualTo(TrafficKind.UNKNOWN);
  }

  @Test
  void randomBytesAreHardlyEverTakenForReadable() {
    Random random = new Random(17);
    long mistaken = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[200];
      random.nextBytes(bytes);
      mistaken += kind(bytes).readable() ? 1 : 0;
    }
    assertThat(mistaken).isLessThanOrEqualTo(2);
  }

  @Test
  void aChunkInsideARecordIsStillTls() {
    ByteFlow flow = new ByteFlow();
    byte[] start = {23, 3, 3, 0, 100, 1, 2, 3};
    assertThat(flow.accept(1_000, start)).isEqualTo(TrafficKind.TLS);
    assertThat(flow.accept(1_008, new byte[90])).isEqualTo(TrafficKind.TLS);
    byte[] tailAndNext = new byte[7 + 6];
    tailAndNext[7] = 23;
    tailAndNext[8] = 3;
    tailAndNext[9] = 3;
    tailAndNext[11] = 50;
    assertThat(flow.accept(1_098, tailAndNext)).isEqualTo(TrafficKind.TLS);
    assertThat(new ByteFlow().accept(1_008, new byte[90]))
        .as("its start was not seen")
        .isEqualTo(TrafficKind.UNKNOWN);
  }

  @Test
  void aSwitchFromTlsToPlaintextIsNoticed() {
    ByteFlow flow = new ByteFlow();
    byte[] record = {23, 3, 3, 0, 3, 1, 2, 3};
    assertThat(flow.accept(0, record)).isEqualTo(TrafficKind.TLS);
    assertThat(flow.accept(8, "GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(TrafficKind.HTTP1);
  }

  @Test
  void sequenceNumbersMayWrap() {
    ByteFlow flow = new ByteFlow();
    byte[] start = {23, 3, 3, 0, 100, 1, 2, 3};
    assertThat(flow.accept(Integer.MAX_VALUE - 3, start)).isEqualTo(TrafficKind.TLS);
    assertThat(flow.accept(Integer.MIN_VALUE + 4, new byte[90])).isEqualTo(TrafficKind.TLS);
  }

  private static TrafficKind kind(byte... bytes) {
    return ByteClassifier.classify(bytes, 0);
  }
}
