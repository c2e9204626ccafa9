package io.meshgauge.live;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Trial;
import io.meshgauge.report.html.LivePage;
import io.meshgauge.run.session.Progress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.BiFunction;

/** The live view of one run. */
public final class LiveView implements AutoCloseable {
  private final SseClients viewers = new SseClients();
  private final LiveState state;
  private final LiveMetrics metrics;
  private final LiveListener listener;
  private final LiveServer server;
  private final Object drawLock = new Object();
  private String drawn = "";
  private long drawnAt = -1;

  private LiveView(InetSocketAddress address, BiFunction<Experiment, Trial, String> labels) {
    state = new LiveState(labels);
    metrics = new LiveMetrics(state);
    listener = new LiveListener(state, metrics, viewers);
    server =
        LiveServer.open(
            address, new LiveServer.Pages(this::page, this::board, metrics::text), viewers);
  }

  /**
   * Opens the view.
   *
   * @param address on which it listens; port 0 for any free port
   * @param labels display name of a trial's variant
   * @throws LiveException if it cannot listen there
   */
  public static LiveView open(
      InetSocketAddress address, BiFunction<Experiment, Trial, String> labels) {
    return new LiveView(address, labels);
  }

  /** A listener that calls another one first, and never fails because of the view. */
  public Progress after(Progress first) {
    return new TeeProgress(first, listener);
  }

  /** The address for the user, with a warning if it is visible from other machines. */
  public String notice() {
    String where = "Live: %s and %smetrics".formatted(server.address(), server.address());
    return server.loopback()
        ? where
        : where
            + ". Any client that can reach this port sees the experiment, its figures, events and notes, including folders and host names, without a password or encryption; nothing can be changed there";
  }

  URI address() {
    return server.address();
  }

  int watching() {
    return viewers.watching();
  }

  private String page() {
    return LivePage.page(state.experiment().map(Experiment::name).orElse("Meshgauge"), board());
  }

  /** Draws the board on request, and again only after a change. */
  private String board() {
    synchronized (drawLock) {
      long now = listener.changes();
      if (now != drawnAt) {
        drawn = LivePage.board(state.board().get());
        drawnAt = now;
      }
      return drawn;
    }
  }

  @Override
  public void close() {
    server.close();
    metrics.close();
  }
}
