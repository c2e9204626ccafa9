package io.meshgauge.run;

import io.meshgauge.archive.LoadResults;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Reason;
import io.meshgauge.load.LoadGenerator;
import io.meshgauge.load.LoadListener;
import io.meshgauge.load.LoadRequest;
import io.meshgauge.load.LoadSession;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.run.trial.Validity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One window of a real load worker, 5 s at 180 requests per second, in which its server stalls, or
 * the worker itself. The rules that void runs are applied. Otherwise the server takes the same time
 * for every request.
 *
 * @param serviceMillis what the server takes for a request; a tenth of it is the limit of send lag
 * @param serverMillis how long the server stalls, from one request on; 0 for not at all
 * @param workerMillis how long the worker is stopped; 0 for not at all
 */
record StallWindow(int serviceMillis, int serverMillis, int workerMillis) {
  private static final int RATE = 180;
  private static final int SECONDS = 5;
  private static final int WARM_UP = 400;
  private static final int STALLED_REQUEST = WARM_UP + 2 * RATE;
  private static final Plan PLAN = new Plan("steady", Plan.MIN_DURATION, new TreeMap<>());

  /**
   * What a window showed.
   *
   * @param load what the worker says of it
   * @param broken the rules that it breaks
   * @param p99Millis of all response times
   */
  record Seen(LoadResult load, List<Reason> broken, double p99Millis) {}

  /**
   * p99 by arithmetic: the arrivals of a stall wait from its whole length down to nothing, in steps
   * of the time between arrivals, and 1 % of the window's are longer than p99.
   */
  double p99Millis() {
    double longer = SECONDS * RATE * 0.01;
    double waited = serverMillis - longer * 1000.0 / RATE;
    return Math.max(0, waited) + serviceMillis;
  }

  /** Measures one. */
  Seen measure(Path folder) throws IOException {
    WorkerLayout layout =
        WorkerLayout.below(Path.of(System.getProperty("meshgauge.home", ".")).toAbsolutePath());
    AtomicReference<Process> worker = new AtomicReference<>();
    LoadGenerator generator =
        new LoadGenerator(
            layout,
            (command, home, log) -> {
              Process process =
                  new ProcessBuilder(command)
                      .directory(home.toFile())
                      .redirectError(log.toFile())
                      .start();
              worker.set(process);
              return process;
            });
    try (Server server = new Server();
        LoadSession session =
            generator.start(request(layout, folder.toAbsolutePath(), server.port()), 1)) {
      session.warm(LoadListener.SILENT);
      session.measure(
          new LoadListener() {
            @Override
            public void second(Second second) {
              if (second.second() == 1 && workerMillis > 0) {
                stop(worker.get());
              }
            }
          });
      LoadResult load = LoadResults.read(folder);
      LagLimit limit = new LagLimit("steady", "baseline", serviceMillis / 1e3, true);
      return new Seen(load, broken(load, limit), load.allowedResponse().seconds(99) * 1e3);
    } finally {
      if (worker.get() != null) {
        worker.get().destroyForcibly();
      }
    }
  }

  private static List<Reason> broken(LoadResult load, LagLimit limit) {
    // Half as long as a plan may be: in longer windows 1 % of the arrivals outnumber a short stall.
    return Validity.broken(PLAN, load, Optional.of(limit)).stream()
        .filter(reason -> !reason.rule().equals("window"))
        .toList();
  }

  private static LoadRequest request(WorkerLayout layout, Path folder, int port) {
    return new LoadRequest(
            layout.plan("instrument/calibration"),
            folder,
            Duration.ofSeconds(SECONDS),
            new TreeMap<>())
        .with("port", Integer.toString(port))
        .with("rate", Integer.toString(RATE))
        .with("arrival", "uniform")
        .with("warmup", Integer.toString(WARM_UP));
  }

  private void stop(Process process) {
    signal(process, "STOP");
    rest(workerMillis);
    signal(process, "CONT");
  }

  private static void signal(Process process, String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rest(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(Math.max(0, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The server: a thread per connection; its stall holds every answer back until it is over. */
  private final class Server implements AutoCloseable {
    private final ServerSocket listener =
        new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    private final AtomicLong requests = new AtomicLong();
    private volatile long stalledUntil = System.nanoTime();

    Server() throws IOException {
      start(this::accept);
    }

    int port() {
      return listener.getLocalPort();
    }

    private void start(Runnable work) {
      Thread thread = new Thread(work, "stalling-server");
      thread.setDaemon(true);
      thread.start();
    }

    private void accept() {
      try {
        while (true) {
          Socket socket = listener.accept();
          start(() -> serve(socket));
        }
      } catch (IOException ignored) {
        // Closed.
      }
    }

    private void serve(Socket socket) {
      try (socket) {
        socket.setTcpNoDelay(true);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (line.isEmpty()) {
            answer(socket);
          }
        }
      } catch (IOException ignored) {
        // The worker has ended.
      }
    }

    private void answer(Socket socket) throws IOException {
      if (requests.incrementAndGet() == STALLED_REQUEST) {
        stalledUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(serverMillis);
      }
      rest(TimeUnit.NANOSECONDS.toMillis(stalledUntil - System.nanoTime()));
      rest(serviceMillis);
      socket
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}
