package io.meshgauge.load.record;

import io.meshgauge.load.course.Window;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The files of one run in their folder: {@code response.hlog}, {@code service.hlog}, {@code
 * firstbyte.hlog}, {@code sendlag.hlog}, which grow every second, and {@code worker.json}, which
 * appears at the end; {@code transactions.hlog} if the plan has transactions.
 */
public final class RunFiles implements Closeable {

  private static final String ACCOUNT = "worker.json";
  private static final String TRANSACTIONS = "transactions.hlog";

  private final Path directory;

  /** In the order in which intervals are appended. */
  private final List<IntervalLog> logs = new ArrayList<>();

  private final Supplier<RunAccount.Surroundings> surroundings;
  private final long startEpochMicros;
  private @Nullable IntervalLog transactions;

  private RunFiles(Path directory, Window window, Supplier<RunAccount.Surroundings> surroundings)
      throws IOException {
    this.directory = directory;
    this.surroundings = surroundings;
    Files.createDirectories(directory);
    // An old summary next to newer logs would be read as theirs.
    Files.deleteIfExists(directory.resolve(ACCOUNT));
    Files.deleteIfExists(directory.resolve(TRANSACTIONS));
    long start = window.startEpochMicros();
    startEpochMicros = start;
    open("response.hlog", "response time from intended start", start);
    open("service.hlog", "service time from actual send", start);
    open("firstbyte.hlog", "time to first byte from actual send", start);
    open(
        "sendlag.hlog",
        "send lag: actual after intended start, or after a connection was free",
        start);
  }

  private void open(String file, String content, long startEpochMicros) throws IOException {
    logs.add(new IntervalLog(directory.resolve(file), content, startEpochMicros));
  }

  /**
   * Opens the files of a run in a folder, created if absent.
   *
   * @param plan the plan's name
   * @param connections supplies the number of opened connections at the end
   */
  public static RunFiles in(
      Path directory, Window window, String plan, Supplier<ConnectionCount> connections)
      throws IOException {
    return new RunFiles(
        directory,
        window,
        () -> {
          ConnectionCount count = connections.get();
          return new RunAccount.Surroundings(plan, count.all(), count.inWindow());
        });
  }

  /**
   * Connections opened.
   *
   * @param all including warm-up
   * @param inWindow opened by measured requests
   */
  public record ConnectionCount(long all, long inWindow) {}

  void append(String label, long fromMicros, long toMicros, List<Histogram> intervals) {
    for (int i = 0; i < logs.size(); i++) {
      logs.get(i).append(label, fromMicros, toMicros, intervals.get(i));
    }
  }

  /** Transactions have a log of their own, which exists only if a plan has them. */
  void appendTransaction(String label, long fromMicros, long toMicros, Histogram interval) {
    if (interval.getTotalCount() == 0) {
      return;
    }
    try {
      IntervalLog log = transactions;
      if (log == null) {
        log =
            new IntervalLog(
                directory.resolve(TRANSACTIONS), "time of transactions", startEpochMicros);
        transactions = log;
      }
      log.append(label, fromMicros, toMicros, interval);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void flush() {
    logs.forEach(IntervalLog::flush);
    if (transactions != null) {
      transactions.flush();
    }
  }

  void complete(RunAccount account) throws IOException {
    close();
    Path unfinished = directory.resolve("worker.json.part");
    Files.writeString(unfinished, account.json(surroundings.get()));
    Files.move(unfinished, directory.resolve(ACCOUNT), StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    for (IntervalLog log : logs) {
      log.close();
    }
    if (transactions != null) {
      transactions.close();
    }
  }
}
