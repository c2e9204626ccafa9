package io.meshgauge.evidence.probe;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came back when we spoke first on a connection.
 *
 * @param kind what the first bytes are; empty when none came
 * @param silent whether the other side neither answered nor hung up: it may still do either
 * @param denied whether a policy for callers refused us, in readable words
 * @param words what happened
 */
public record ProbeResponse(
    Optional<TrafficKind> kind, boolean silent, boolean denied, String words) {
  /** What is said of a server that closes the connection and gives no reason. */
  static final String HUNG_UP = "closed without an answer";

  private static final int ENOUGH = 16_384;

  private static final String TO_TLS = ", which sends us to https://";

  /** An answer in HTTP/1 that names another address to ask. */
  private static final Pattern REDIRECTION =
      Pattern.compile(
          "HTTP/1\\.[01] 30[1278] .*?^location: https://([^\\r\\n]+)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL | Pattern.MULTILINE);

  /** What a TLS record begins with that tells why a connection is closed. */
  private static final int TLS_ALERT = 21;

  /** The state in which an iperf3 server waits for what its client wants. */
  private static final int PARAMETERS = 9;

  /** The state an iperf3 server tells a second client: minus one, in a byte. */
  private static final int BUSY = 0xff;

  /** Greets a server in its own protocol. */
  public static ProbeResponse greet(Hop hop, Socket socket) {
    if (hop.protocol() != Protocol.TCP) {
      return to(ProbeOpening.greeting(hop), socket);
    }
    return hop.isUnknownTcp() ? ofTcp(hop, socket) : ofIperf(hop, socket);
  }

  /** A server of a protocol that we do not know answers with anything but an alert of TLS. */
  private static ProbeResponse ofTcp(Hop hop, Socket socket) {
    ProbeResponse answer = to(ProbeOpening.greeting(hop), socket);
    return answer.kind().filter(TrafficKind.UNKNOWN::equals).isPresent()
        ? new ProbeResponse(Optional.of(TrafficKind.OTHER), false, false, answer.words())
        : answer;
  }

  private static ProbeResponse ofIperf(Hop hop, Socket socket) {
    try {
      send(ProbeOpening.greeting(hop), socket);
      int state = socket.getInputStream().read();
      return switch (state) {
        case -1 -> none(HUNG_UP);
        case TLS_ALERT -> none("a TLS record (an alert)");
        case PARAMETERS ->
            new ProbeResponse(
                Optional.of(TrafficKind.IPERF), false, false, "iperf3 asked for the parameters");
        case BUSY -> silence("iperf3 is busy with another test");
        default -> none("the first byte is %d, which iperf3 does not say".formatted(state));
      };
    } catch (SocketTimeoutException e) {
      return silence("no answer within the time limit");
    } catch (IOException e) {
      return none(String.valueOf(e.getMessage()));
    }
  }

  /** Sends the opening and reads the first bytes of the answer; failures become words. */
  public static ProbeResponse to(byte[] opening, Socket socket) {
    try {
      send(opening, socket);
      return read(socket.getInputStream());
    } catch (SocketTimeoutException e) {
      return silence("no answer within the time limit");
    } catch (IOException e) {
      return none(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Sends a whole HTTP/2 request and reads until it is answered or refused.
   *
   * @param heard what the server said before we spoke
   */
  public static ProbeResponse toHttp2(byte[] request, byte[] heard, Socket socket) {
    byte[] all = heard;
    try {
      send(request, socket);
      while (!Http2Reply.of(all).over() && all.length < ENOUGH) {
        byte[] longer = more(socket.getInputStream(), all);
        if (longer.length == all.length) {
          break;
        }
        all = longer;
      }
      return Http2Reply.of(all).orElse(none("closed without an answer to the request"));
    } catch (SocketTimeoutException e) {
      return Http2Reply.of(all).orElse(silence("no answer to the request within the time limit"));
    } catch (IOException e) {
      return Http2Reply.of(all).orElse(none(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Asks over HTTP/2 for a tunnel and reads until it is opened or refused.
   *
   * @param heard what the server said before we spoke
   */
  static ProbeResponse toTunnel(Address to, byte[] heard, Socket socket) {
    byte[] all = heard;
    try {
      send(ProbeOpening.tunnel(to), socket);
      while (TunnelReply.of(all).isEmpty() && all.length < ENOUGH) {
        byte[] longer = more(socket.getInputStream(), all);
        if (longer.length == all.length) {
          break;
        }
        all = longer;
      }
      return TunnelReply.answer(all, none("closed without an answer to the request for a tunnel"));
    } catch (SocketTimeoutException e) {
      return TunnelReply.answer(all, silence("no answer to the request for a tunnel in time"));
    } catch (IOException e) {
      return TunnelReply.answer(all, none(String.valueOf(e.getMessage())));
    }
  }

  /** Nothing came, and the other side is gone. */
  static ProbeResponse none(String words) {
    return new ProbeResponse(Optional.empty(), false, false, words);
  }

  /** Nothing came, but may still. */
  static ProbeResponse silence(String words) {
    return new ProbeResponse(Optional.empty(), true, false, words);
  }

  /** Whether it is something that anybody can read. */
  boolean readable() {
    return kind.map(TrafficKind::readable).orElse(false);
  }

  /** Whether the other side took us: it answered, and not to say that we may not call. */
  public boolean accepted() {
    return readable() && !denied;
  }

  /** Whether it is HTTP/1 and sends us to an address of TLS, in place of an answer. */
  boolean redirectedToTls() {
    return kind.filter(TrafficKind.HTTP1::equals).isPresent() && words.contains(TO_TLS);
  }

  /** Whether it is HTTP/1 and says that it does not understand us. */
  boolean badRequest() {
    return kind.filter(TrafficKind.HTTP1::equals).isPresent()
        && words.matches("(?s).*HTTP/1\\.[01] 400\\b.*");
  }

  /** Whether it says, in words that anybody can read, that we may not ask this: status 403. */
  boolean forbidden() {
    return readable() && words.matches("(?s).*(HTTP/1\\.[01]|HTTP/2, status) 403\\b.*");
  }

  private static void send(byte[] opening, Socket socket) throws IOException {
    socket.getOutputStream().write(opening);
    socket.getOutputStream().flush();
  }

  private static ProbeResponse read(InputStream stream) throws IOException {
    byte[] bytes = more(stream, new byte[0]);
    if (bytes.length == 0) {
      return none(HUNG_UP);
    }
    TrafficKind kind = ByteClassifier.classify(bytes, 0);
    boolean denied =
        kind == TrafficKind.HTTP1 && Refusal.possible(bytes) && Refusal.in(rest(stream, bytes));
    String words =
        switch (kind) {
          case TLS -> "a TLS record (an alert)";
          case HTTP1 ->
              "answered in HTTP/1: "
                  + firstLine(bytes)
                  + (denied ? ", " + Refusal.WORDS : "")
                  + redirection(bytes);
          case HTTP2 -> "answered in HTTP/2 frames";
          case IPERF -> "answered with iperf3's digits";
          case INSIDE_TLS, UNKNOWN, OTHER -> bytes.length + " bytes that are no HTTP";
        };
    return new ProbeResponse(Optional.of(kind), false, denied, words);
  }

  /** The start and as much more as comes: the reason of a refusal may follow its status. */
  private static byte[] rest(InputStream stream, byte[] start) {
    byte[] all = start;
    try {
      while (all.length < ENOUGH && !Refusal.in(all)) {
        byte[] longer = more(stream, all);
        if (longer.length == all.length) {
          break;
        }
        all = longer;
      }
    } catch (IOException ignored) {
      // What has come has to do.
    }
    return all;
  }

  /** What has come, and the next bytes; the same when the stream has ended. */
  private static byte[] more(InputStream stream, byte[] soFar) throws IOException {
    byte[] buffer = new byte[4_096];
    int length = Math.max(0, stream.read(buffer));
    byte[] all = Arrays.copyOf(soFar, soFar.length + length);
    System.arraycopy(buffer, 0, all, soFar.length, length);
    return all;
  }

  private static String redirection(byte[] bytes) {
    Matcher found = REDIRECTION.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    return found.lookingAt() ? TO_TLS + found.group(1) : "";
  }

  private static String firstLine(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.lines().findFirst().orElse("");
  }
}
