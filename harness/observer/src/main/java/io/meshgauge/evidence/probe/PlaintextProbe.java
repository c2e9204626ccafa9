package io.meshgauge.evidence.probe;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/**
 * A plaintext client at every wire address, or where that is a tunnel's at the server's own, which
 * the tunnel leads to: it must be refused where TLS is claimed, and served where it is not; a
 * control that is refused would be no control.
 */
public final class PlaintextProbe {
  static final int TIMEOUT_MILLIS = 2_000;
  private static final String SOURCE = "plaintext request to the wire address before the window";

  private final DataPlane plane;
  private final Guarantees claims;
  private final ProbeOptions options;

  public PlaintextProbe(DataPlane plane, Guarantees claims) {
    this(plane, claims, ProbeOptions.PLAIN);
  }

  public PlaintextProbe(DataPlane plane, Guarantees claims, ProbeOptions options) {
    this.plane = plane;
    this.claims = claims;
    this.options = options;
  }

  public List<Evidence> evidence() {
    return Wire.ofReplicas(plane).stream().map(this::probe).toList();
  }

  private Evidence probe(Wire wire) {
    if (ProbeOpening.greeting(wire.hop()).length == 0) {
      return evidence(
          wire,
          Verdict.NOT_CLAIMED,
          "the application names no probe for %s, so that none was sent"
              .formatted(wire.hop().server()));
    }
    try {
      ProbeResponse answer =
          ProbeRetry.until(
              wire.hop().protocol(), it -> tls(wire) || it.readable(), () -> greet(wire));
      // Where a server without client certificates listens, it may say in plaintext what is wrong,
      // or where to ask in TLS.
      boolean errorReply = answer.badRequest() || answer.redirectedToTls();
      boolean forbidden = options.refusesInPlaintext() && answer.forbidden();
      boolean refused = !answer.readable() || forbidden || (!claims.mutualTls() && errorReply);
      boolean kept = refused == tls(wire);
      Verdict seen = kept ? Verdict.PROVEN : Verdict.DISPROVEN;
      return evidence(wire, answer.silent() ? Verdict.MISSING : seen, answer.words());
    } catch (IOException e) {
      return evidence(
          wire, Verdict.MISSING, "cannot connect to %s: %s".formatted(wire.open(), e.getMessage()));
    }
  }

  private boolean tls(Wire wire) {
    return claims.encrypted(wire.hop());
  }

  private ProbeResponse greet(Wire wire) throws IOException {
    try (Socket socket = connect(wire.open())) {
      if (options.refusesInPlaintext() && wire.hop().protocol() == Protocol.GRPC) {
        // That it speaks HTTP/2 at all is no answer: it refuses requests, not connections.
        return ProbeResponse.toHttp2(ProbeOpening.plainQuestion(wire.hop()), new byte[0], socket);
      }
      return ProbeResponse.greet(wire.hop(), socket);
    }
  }

  private Evidence evidence(Wire wire, Verdict verdict, String observed) {
    String expected = tls(wire) ? "a plaintext client is refused" : "a plaintext client is served";
    return new Evidence(
        Promise.PLAINTEXT_PROBE, wire.subject(), verdict, expected, observed, SOURCE);
  }

  public static Socket connect(Address address) throws IOException {
    return connect(address, "");
  }

  /**
   * A connection.
   *
   * @param from the address of this machine that it comes from; empty: the system chooses
   */
  public static Socket connect(Address address, String from) throws IOException {
    Socket socket = new Socket();
    try {
      if (!from.isEmpty()) {
        socket.bind(new InetSocketAddress(from, 0));
      }
      socket.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
