package io.meshgauge.evidence.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.topology.Address;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TunnelReplyTest {
  private static final String SETTINGS = "000000040000000000";

  @ParameterizedTest
  @CsvSource({
    "200, 88",
    "400, 8c",
    "500, 8e",
    "401, 4803343031",
    "503, 0803353033",
    "401, 48826801",
    "403, 4883680cff",
    "200, 2088",
  })
  void theStatusIsReadHoweverItIsWritten(int status, String fields) {
    TunnelReply reply = TunnelReply.of(answer(fields)).orElseThrow();

    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.words()).contains(status == 200 ? "opened" : Integer.toString(status));
  }

  @Test
  void nothingIsSaidBeforeAnAnswerHasWhollyCome() {
    byte[] whole = answer("88");

    assertThat(TunnelReply.of(new byte[0])).isEmpty();
    assertThat(TunnelReply.of(HexFormat.of().parseHex(SETTINGS))).isEmpty();
    assertThat(TunnelReply.of(Arrays.copyOf(whole, whole.length - 1))).isEmpty();
  }

  @Test
  void aResetStreamAndAGoodbyeAreNoTunnel() {
    assertThat(
            TunnelReply.answer(
                hex(SETTINGS + "0000040300000000010000000d"), ProbeResponse.none("?")))
        .satisfies(it -> assertThat(it.accepted()).isFalse())
        .satisfies(it -> assertThat(it.words()).contains("reset", "13"));
    assertThat(
            TunnelReply.answer(hex("0000080700000000000000000000000001"), ProbeResponse.none("?"))
                .words())
        .contains("goodbye");
  }

  @Test
  void onlyAnOpenedTunnelIsAcceptance() {
    assertThat(TunnelReply.answer(answer("88"), ProbeResponse.none("?")).accepted()).isTrue();
    assertThat(TunnelReply.answer(answer("48826801"), ProbeResponse.none("?")).accepted())
        .isFalse();
    assertThat(TunnelReply.answer(answer("48826801"), ProbeResponse.none("?")).denied()).isTrue();
  }

  @Test
  void theRequestNamesWhoIsAskedForAndKeepsItsStreamOpen() {
    byte[] request = ProbeOpening.tunnel(new Address("10.0.0.7", 8080));
    String text = new String(request, StandardCharsets.ISO_8859_1);

    assertThat(text).startsWith("PRI * HTTP/2.0").contains("CONNECT", "10.0.0.7:8080");
    int headers = text.indexOf("CONNECT") - 2 - 9;
    assertThat(request[headers + 3]).as("type").isEqualTo((byte) 1);
    assertThat(request[headers + 4]).as("flags: the end of its fields only").isEqualTo((byte) 4);
    assertThat(request[headers + 2] & 0xff).isEqualTo(request.length - headers - 9);
  }

  private static byte[] answer(String fields) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(hex(SETTINGS));
    byte[] payload = hex(fields);
    all.writeBytes(new byte[] {0, 0, (byte) payload.length, 1, 4, 0, 0, 0, 1});
    all.writeBytes(payload);
    return all.toByteArray();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }
}
