package io.meshgauge.load.record;

import io.meshgauge.load.course.Window;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * The files of one run in their folder: {@code response.hlog}, {@code service.hlog}, {@code
 * sendlag.hlog}, which grow every second, and {@code worker.json}, which appears at the end.
 */
public final class RunFiles implements Closeable {

  private static final String ACCOUNT = "worker.json";

  private final Path directory;
  private final IntervalLog response;
  private final IntervalLog service;
  private final IntervalLog sendLag;
  private final Supplier<RunAccount.Surroundings> surroundings;

  private RunFiles(Path directory, Window window, Supplier<RunAccount.Surroundings> surroundings)
      throws IOException {
    this.directory = directory;
    this.surroundings = surroundings;
    Files.createDirectories(directory);
    // An account that lies beside younger logs would be taken for theirs.
    Files.deleteIfExists(directory.resolve(ACCOUNT));
    long start = window.startEpochMicros();
    response =
        new IntervalLog(
            directory.resolve("response.hlog"), "response time from intended start", start);
    service =
        new IntervalLog(directory.resolve("service.hlog"), "service time from actual send", start);
    sendLag =
        new IntervalLog(
            directory.resolve("sendlag.hlog"), "send lag: actual after intended start", start);
  }

  /**
   * Opens the files of a run, in a folder that is made where it is missing.
   *
   * @param plan the plan's name
   * @param connections what tells, at the end, how many connections were opened
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
   * @param all warm-up included
   * @param inWindow those a measured request had to wait for
   */
  public record ConnectionCount(long all, long inWindow) {}

  void append(String label, long fromMicros, long toMicros, List<Histogram> intervals) {
    intervals.forEach(interval -> interval.setTag(label));
    response.append(fromMicros, toMicros, intervals.get(0));
    service.append(fromMicros, toMicros, intervals.get(1));
    sendLag.append(fromMicros, toMicros, intervals.get(2));
  }

  void flush() {
    response.flush();
    service.flush();
    sendLag.flush();
  }

  void complete(RunAccount account) throws IOException {
    close();
    Path unfinished = directory.resolve("worker.json.part");
    Files.writeString(unfinished, account.json(surroundings.get()));
    Files.move(unfinished, directory.resolve(ACCOUNT), StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    response.close();
    service.close();
    sendLag.close();
  }
}
