package io.meshgauge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.plane.DataPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A plaintext client before something that answers as an iperf3 server may. */
class IperfProbeTest {
  private static final Guarantees PLAIN = new Guarantees(Proxies.NONE, false);
  private static final Guarantees MTLS = new Guarantees(Proxies.BOTH_SIDES, true);
  private static final int PARAMETERS = 9;
  private static final int BUSY = 0xff;
  private static final int ALERT = 21;
  private static final int HANG_UP = -1;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aServerThatAsksForTheParametersServesUs() {
    answer(PARAMETERS);

    Evidence evidence = probe(PLAIN);

    assertThat(evidence.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(evidence.observed()).isEqualTo("iperf3 asked for the parameters");
    assertThat(heard.poll()).hasSize(37).startsWith("0123456789").endsWith("\0");
  }

  @Test
  void aServerThatDoesNotListenForAMomentIsAskedAgain() {
    answer(HANG_UP, HANG_UP, PARAMETERS);

    assertThat(probe(PLAIN).verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(heard).hasSize(3);
  }

  @Test
  void aServerThatIsBusyIsNoAnswer() {
    answer(BUSY, BUSY, BUSY, BUSY, BUSY, BUSY);

    Evidence evidence = probe(PLAIN);

    assertThat(evidence.verdict()).isEqualTo(Verdict.MISSING);
    assertThat(evidence.observed()).contains("busy");
  }

  @Test
  void whereMutualTlsIsClaimedAnAlertRefusesUsAndAnAnswerDisprovesIt() {
    answer(ALERT, PARAMETERS);

    Evidence refused = probe(MTLS);
    assertThat(refused.verdict()).isEqualTo(Verdict.PROVEN);
    assertThat(refused.observed()).isEqualTo("a TLS record (an alert)");
    assertThat(probe(MTLS).verdict()).isEqualTo(Verdict.DISPROVEN);
  }

  private Evidence probe(Guarantees claims) {
    Hop hop = Topology.STREAM.hops().get(0);
    Map<Hop, Address> wire = Map.of(hop, Address.loopback(server.getLocalPort()));
    DataPlane plane = new DataPlane(List.of(), wire, List.of(), wire);
    return new PlaintextProbe(plane, claims).evidence().get(0);
  }

  private void answer(int... states) {
    Thread thread =
        new Thread(
            () -> {
              try {
                for (int state : states) {
                  serve(state);
                }
              } catch (IOException ignored) {
                // The test is over.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(int state) throws IOException {
    try (Socket client = server.accept()) {
      byte[] cookie = client.getInputStream().readNBytes(37);
      heard.add(new String(cookie, StandardCharsets.US_ASCII));
      if (state != HANG_UP) {
        client.getOutputStream().write(state);
      }
    }
  }
}
