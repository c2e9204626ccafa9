package io.meshgauge.load.http;

import io.meshgauge.load.tls.TlsContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A TLS connection of the JDK. */
public final class TlsWire implements TimedWire {

  private final Socket below;
  private final SSLSocket socket;
  private final InputStream in;
  private final OutputStream out;

  private TlsWire(Socket below, SSLSocket socket) throws IOException {
    this.below = below;
    this.socket = socket;
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /**
   * Connects and performs the handshake.
   *
   * @param timeoutMillis for connecting, and again for the handshake's reads
   * @param protocols offered by ALPN; none to omit ALPN
   * @throws IOException also if the peer is not trusted or supports none of the protocols
   */
  public static TlsWire connect(
      HttpTarget target, TlsContext tls, int timeoutMillis, String... protocols)
      throws IOException {
    Socket below = new Socket();
    try {
      below.setTcpNoDelay(true);
      below.connect(new InetSocketAddress(target.host(), target.port()), timeoutMillis);
      below.setSoTimeout(timeoutMillis);
      String name = tls.serverName(target.host());
      SSLSocket socket =
          (SSLSocket)
              tls.context().getSocketFactory().createSocket(below, name, target.port(), true);
      socket.setSSLParameters(tls.parameters(protocols));
      shakeHands(socket, target, tls, name);
      agree(socket.getApplicationProtocol(), target, protocols);
      socket.setSoTimeout(0);
      return new TlsWire(below, socket);
    } catch (IOException e) {
      below.close();
      throw e;
    }
  }

  private static void shakeHands(SSLSocket socket, HttpTarget target, TlsContext tls, String name)
      throws IOException {
    try {
      socket.startHandshake();
    } catch (SSLException e) {
      throw new SSLException(
          "The TLS handshake with "
              + target
              + " failed: "
              + e.getMessage()
              + ". Expected TLS, and a certificate for '"
              + name
              + "' by one of "
              + tls.trusted()
              + ".",
          e);
    }
  }

  private static void agree(String agreed, HttpTarget target, String... protocols)
      throws SSLException {
    List<String> wanted = Arrays.asList(protocols);
    // A server without ALPN uses HTTP/1.1.
    boolean unsaid = agreed.isEmpty() && (wanted.isEmpty() || wanted.contains("http/1.1"));
    if (!unsaid && !wanted.contains(agreed)) {
      throw new SSLException(
          target + " selected the protocol '" + agreed + "' by ALPN; expected one of " + wanted);
    }
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    Streams.write(out, bytes);
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    return read(buffer, 0);
  }

  @Override
  public int read(ByteBuffer buffer, int millis) throws IOException {
    socket.setSoTimeout(millis);
    return Streams.read(in, buffer);
  }

  @Override
  public int readNow(ByteBuffer buffer) throws IOException {
    if (isQuiet()) {
      return 0;
    }
    try {
      return read(buffer, 1);
    } catch (SocketTimeoutException e) {
      return 0;
    }
  }

  /** Detects close_notify and data from the peer, but not the mere end of the TCP connection. */
  @Override
  public boolean isQuiet() {
    try {
      return below.getInputStream().available() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Closes without close_notify, which could block on a peer that no longer reads. */
  @Override
  public void close() {
    try {
      below.close();
    } catch (IOException ignored) {
      // Nothing left to close.
    }
  }
}
