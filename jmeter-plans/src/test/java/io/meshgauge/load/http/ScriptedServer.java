package io.meshgauge.load.http;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP/2 server that answers with frames of the test. */
final class ScriptedServer implements Closeable {

  /** ":status: 200", by its place in the static table. */
  static final byte STATUS_200 = (byte) 0x88;

  private static final int PREFACE_BYTES = 24;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Script script;
  private final AtomicInteger connections = new AtomicInteger();

  /** Types of the frames that came, other than SETTINGS and WINDOW_UPDATE. */
  final Queue<Integer> heard = new ConcurrentLinkedQueue<>();

  /** Creates the response to a request. */
  interface Script {
    void answer(int stream, int connection, Socket socket) throws IOException;
  }

  ScriptedServer(Script script) throws IOException {
    this.script = script;
    Thread thread = new Thread(this::accept, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  HttpTarget target() {
    return new HttpTarget("127.0.0.1", listener.getLocalPort());
  }

  int connections() {
    return connections.get();
  }

  /** A frame of these bytes. */
  static byte[] frame(int type, int flags, int stream, byte... payload) {
    ByteBuffer frame = ByteBuffer.allocate(Frames.HEAD_BYTES + payload.length);
    Frames.head(frame, payload.length, type, flags, stream);
    return frame.put(payload).array();
  }

  /** The whole of an empty response. */
  static byte[] ok(int stream) {
    return frame(Frames.HEADERS, Frames.END_HEADERS | Frames.END_STREAM, stream, STATUS_200);
  }

  static void send(Socket socket, byte[]... frames) throws IOException {
    OutputStream out = socket.getOutputStream();
    for (byte[] frame : frames) {
      out.write(frame);
    }
    out.flush();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        int number = connections.incrementAndGet();
        Thread thread = new Thread(() -> serve(socket, number), "scripted-server");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException ignored) {
      // Closed.
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(PREFACE_BYTES);
      send(socket, settings());
      while (true) {
        int start = in.readInt();
        in.readUnsignedByte();
        int stream = in.readInt();
        in.skipNBytes(start >>> 8);
        int type = start & 0xff;
        if (type != Frames.SETTINGS && type != Frames.WINDOW) {
          heard.add(type);
        }
        if (type == Frames.HEADERS) {
          script.answer(stream, number, socket);
        }
      }
    } catch (IOException ignored) {
      // The client has gone, or is to be left alone.
    }
  }

  /** One stream at a time. */
  private static byte[] settings() {
    return frame(Frames.SETTINGS, 0, 0, new byte[] {0, Frames.SETTING_STREAMS, 0, 0, 0, 1});
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
