package io.meshgauge.load.grpc;

import io.meshgauge.load.http.SharedLinks;
import java.io.Closeable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The channels of one worker thread: one for each route, perhaps used by other threads too. */
public final class ThreadChannels implements Closeable {

  private static final ThreadLocal<@Nullable ThreadChannels> CURRENT = new ThreadLocal<>();
  private static final SharedLinks<GrpcRoute, GrpcChannel> SHARED = new SharedLinks<>();

  private final Map<GrpcRoute, GrpcChannel> channels = new HashMap<>();

  private ThreadChannels() {}

  /** The calling thread's channels. */
  public static ThreadChannels current() {
    ThreadChannels own = CURRENT.get();
    if (own == null) {
      own = new ThreadChannels();
      CURRENT.set(own);
    }
    return own;
  }

  /** Closes the calling thread's channels, if any. */
  public static void closeCurrent() {
    ThreadChannels own = CURRENT.get();
    if (own != null) {
      own.close();
      CURRENT.remove();
    }
  }

  /** The thread's channel of that route. */
  public GrpcChannel to(GrpcRoute route) {
    return channels.computeIfAbsent(
        route,
        to ->
            to.shared() == 0
                ? new GrpcChannel(to)
                : SHARED.take(to, to.shared(), () -> new GrpcChannel(to)));
  }

  @Override
  public void close() {
    channels.forEach(
        (route, channel) -> {
          if (route.shared() == 0) {
            channel.close();
          } else {
            SHARED.giveBack(route);
          }
        });
    channels.clear();
  }
}
