package io.meshgauge.evidence.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.Packets;
import io.meshgauge.topology.Address;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What a packet that leaves a node is taken for, by the headers that RFCs and papers describe. */
class InterNodePacketTest {
  private static final String NODE_A = "172.18.0.2";
  private static final String NODE_B = "172.18.0.3";
  private static final Address CLIENT = new Address("10.244.1.9", 40_000);
  private static final Address ORDER = new Address("10.244.2.7", 8_080);
  private static final WellKnownEspKeys NONE = new WellKnownEspKeys(Set.of());
  private static final WellKnownEspKeys KEYS = new WellKnownEspKeys(Set.of(ORDER.host()));

  @Test
  void aSegmentBetweenPodsIsReadableWhateverTunnelItIsIn() {
    byte[] plain = Packets.tcp(CLIENT, ORDER);
    for (byte[] packet :
        new byte[][] {
          plain,
          Packets.vxlan(NODE_A, NODE_B, 8472, plain),
          Packets.vxlan(NODE_A, NODE_B, 4789, plain),
          Packets.geneve(NODE_A, NODE_B, 8, plain),
          Packets.ip(4, NODE_A, NODE_B, plain)
        }) {
      InterNodePacket crossing = parse(packet);
      assertThat(crossing.cover()).isEqualTo(Encapsulation.READABLE);
      assertThat(crossing.source()).contains(CLIENT);
      assertThat(crossing.target()).contains(ORDER);
    }
    assertThat(parse(plain).destination()).isEqualTo(ORDER.host());
    assertThat(parse(Packets.vxlan(NODE_A, NODE_B, 8472, plain)).destination()).isEqualTo(NODE_B);
  }

  @Test
  void wireGuardIsKnownByItsShapeAndNotByAPort() {
    byte[] data = Packets.wireGuard(96);
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 51871, 51871, data)).cover())
        .isEqualTo(Encapsulation.WIREGUARD);
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 7, 999, data)).cover())
        .isEqualTo(Encapsulation.WIREGUARD);
    byte[] handshake = Packets.wireGuard(148);
    handshake[0] = 1;
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 51871, 51871, handshake)).cover())
        .as("a handshake carries nothing")
        .isEqualTo(Encapsulation.OTHER);
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 51871, 51871, new byte[96])).cover())
        .isEqualTo(Encapsulation.OTHER);
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 51871, 51871, Packets.wireGuard(97))).cover())
        .isEqualTo(Encapsulation.OTHER);
  }

  @Test
  void ipsecIsSeenBareInUdpAndInATunnel() {
    byte[] esp = new byte[80];
    esp[3] = 3;
    assertThat(parse(Packets.ip(50, NODE_A, NODE_B, esp)).cover()).isEqualTo(Encapsulation.ESP);
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 4500, 4500, esp)).cover())
        .isEqualTo(Encapsulation.ESP);
    assertThat(
            parse(
                    Packets.vxlan(
                        NODE_A, NODE_B, 8472, Packets.ip(50, "10.244.1.1", "10.244.2.1", esp)))
                .cover())
        .isEqualTo(Encapsulation.ESP);
    assertThat(parse(Packets.udp(NODE_A, NODE_B, 4500, 4500, new byte[80])).cover())
        .as("talk about keys")
        .isEqualTo(Encapsulation.OTHER);
  }

  @Test
  void espThatAKeyOfEverybodysOpensIsNoSecret() {
    byte[] inner = Packets.tcp(CLIENT, ORDER);

    assertThat(parse(Packets.ip(50, NODE_A, NODE_B, esp("eyJhbGciOiJSUzI1", inner))).cover())
        .isEqualTo(Encapsulation.OPENED);
    assertThat(parse(Packets.ip(50, NODE_A, NODE_B, esp("a key of one's own", inner))).cover())
        .isEqualTo(Encapsulation.ESP);
    assertThat(
            InterNodePacket.parse(
                    Packets.ip(50, NODE_A, NODE_B, esp("eyJhbGciOiJSUzI1", inner)), NONE)
                .orElseThrow()
                .cover())
        .as("it must hold a packet of a pod that is known")
        .isEqualTo(Encapsulation.ESP);
  }

  @Test
  void whatIsCutShortBrokenOrOfAnotherKindIsNotTakenForAnything() {
    byte[] whole = Packets.vxlan(NODE_A, NODE_B, 8472, Packets.tcp(CLIENT, ORDER));
    for (int length = 20; length < whole.length - 20; length++) {
      InterNodePacket.parse(Arrays.copyOf(whole, length), KEYS)
          .ifPresent(
              it -> assertThat(it.cover()).isIn(Encapsulation.OTHER, Encapsulation.READABLE));
    }
    assertThat(InterNodePacket.parse(new byte[60], KEYS)).isEmpty();
    assertThat(InterNodePacket.parse(new byte[3], KEYS)).isEmpty();
    byte[] fragment = Packets.tcp(CLIENT, ORDER);
    fragment[7] = 9;
    assertThat(parse(fragment).cover()).isEqualTo(Encapsulation.OTHER);
    byte[] nest = Packets.tcp(CLIENT, ORDER);
    for (int i = 0; i < 5; i++) {
      nest = Packets.ip(4, NODE_A, NODE_B, nest);
    }
    assertThat(parse(nest).cover()).isEqualTo(Encapsulation.OTHER);
  }

  private static byte[] esp(String key, byte[] inner) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(Arrays.copyOf(key.getBytes(StandardCharsets.US_ASCII), 16), "AES"),
          new IvParameterSpec(new byte[16]));
      byte[] sealed = cipher.doFinal(inner);
      byte[] packet = new byte[24 + sealed.length];
      packet[3] = 7;
      System.arraycopy(sealed, 0, packet, 24, sealed.length);
      return packet;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static InterNodePacket parse(byte[] packet) {
    return InterNodePacket.parse(packet, KEYS).orElseThrow();
  }
}
