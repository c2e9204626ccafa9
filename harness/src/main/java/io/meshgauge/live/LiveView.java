package io.meshgauge.live;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Trial;
import io.meshgauge.report.html.LivePage;
import io.meshgauge.run.session.Progress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.BiFunction;

/** The live view of one run, from before it starts until it has ended. */
public final class LiveView implements AutoCloseable {
  private final SseClients viewers = new SseClients();
  private final LiveState state;
  private final LiveMetrics metrics;
  private final LiveListener listener;
  private final LiveServer server;
  private final Object drawing = new Object();
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
   * @param address where it listens; port 0 for any that is free
   * @param labels what a trial's variant is called where numbers are printed with it
   * @throws LiveException when it cannot listen there
   */
  public static LiveView open(
      InetSocketAddress address, BiFunction<Experiment, Trial, String> labels) {
    return new LiveView(address, labels);
  }

  /** A listener that tells another one first, and never fails because of the view. */
  public Progress alongside(Progress first) {
    return new TeeProgress(first, listener);
  }

  /** Where it is, and who can see what, for the user. */
  public String words() {
    String where = "Live: %s and %smetrics".formatted(server.address(), server.address());
    return server.loopback()
        ? where
        : where
            + ". Everyone who can reach this machine at that port sees the experiment, its figures, events and notes, folders and names of hosts among them, without a password or encryption; nothing can be changed there";
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

  /** Drawn on request, and once for all requests before the next change. */
  private String board() {
    synchronized (drawing) {
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
