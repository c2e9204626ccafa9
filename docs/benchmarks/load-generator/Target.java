import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A server whose service time is known, as the truth that load generators are held against.
 *
 * <p>Every request waits DELAY; then requests are worked on one after the other, in the order of
 * their coming, each for WORK. Every EVERY the whole server stands still for STALL: it neither reads
 * nor answers. So request i, which came at a, is answered at max(a' + DELAY, answered(i-1)) + WORK,
 * put off to the end of a stall it falls into, where a' is a put off likewise.
 *
 * <p>One thread that never sleeps, for a processor of its own: a sleeping server would add the time
 * its waking takes. HTTP/1.1, requests without a body.
 *
 * <p>{@code java Target.java PORT DELAY_MICROS WORK_MICROS STALL_MILLIS EVERY_MILLIS}
 */
final class Target {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world!"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int MOST = 1 << 16;

  private final long delay;
  private final long work;
  private final long stall;
  private final long every;
  private final long epoch = System.nanoTime();
  private final SocketChannel[] waiting = new SocketChannel[MOST];
  private final long[] ripe = new long[MOST];
  private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
  private final ByteBuffer out = ByteBuffer.allocateDirect(ANSWER.length);
  private long head;
  private long tail;
  private long answered;

  private Target(long delayMicros, long workMicros, long stallMillis, long everyMillis) {
    delay = delayMicros * 1000;
    work = workMicros * 1000;
    stall = stallMillis * 1_000_000;
    every = everyMillis * 1_000_000;
    out.put(ANSWER).flip();
  }

  public static void main(String[] words) throws IOException {
    Target target =
        new Target(
            Long.parseLong(words[1]),
            Long.parseLong(words[2]),
            Long.parseLong(words[3]),
            Long.parseLong(words[4]));
    target.serve(Integer.parseInt(words[0]));
  }

  private void serve(int port) throws IOException {
    Selector selector = Selector.open();
    ServerSocketChannel server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress("127.0.0.1", port), 4096);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    System.out.println("listening " + port);
    while (true) {
      standStill();
      selector.selectNow(this::ready);
      answer();
    }
  }

  /** Waits for the end of a stall; outside of one, returns at once. */
  private void standStill() {
    if (stall == 0) {
      return;
    }
    while ((System.nanoTime() - epoch) % every < stall) {
      Thread.onSpinWait();
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        SocketChannel accepted = ((ServerSocketChannel) key.channel()).accept();
        accepted.configureBlocking(false);
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        accepted.register(key.selector(), SelectionKey.OP_READ);
      } else {
        read((SocketChannel) key.channel());
      }
    } catch (IOException e) {
      close(key);
    }
  }

  private void read(SocketChannel channel) throws IOException {
    in.clear();
    int read = channel.read(in);
    if (read < 0) {
      channel.close();
      return;
    }
    // Clients of a benchmark send whole requests, one at a time: the blank line is at the end.
    if (read >= 4 && in.get(read - 1) == '\n' && in.get(read - 3) == '\n') {
      int slot = (int) (tail++ % MOST);
      waiting[slot] = channel;
      ripe[slot] = System.nanoTime() + delay;
    }
  }

  /** Answers at most one request, so that new ones are read between two pieces of work. */
  private void answer() {
    if (head == tail || System.nanoTime() < ripe[(int) (head % MOST)]) {
      return;
    }
    int slot = (int) (head++ % MOST);
    long end = Math.max(ripe[slot], answered) + work;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    // A stall, or reading, may have taken longer than this request's turn.
    answered = Math.max(end, System.nanoTime() - work);
    try {
      waiting[slot].write(out);
    } catch (IOException e) {
      // Its client is gone.
    }
    out.rewind();
    waiting[slot] = null;
  }

  private static void close(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException e) {
      // Closed all the same.
    }
  }
}
