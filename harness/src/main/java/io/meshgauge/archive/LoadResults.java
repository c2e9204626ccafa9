package io.meshgauge.archive;

import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.SecondSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What load workers left in their folder, read back: {@code worker.json} with the counts, and the
 * HdrHistogram logs with the latencies. Several workers left a folder {@code worker-K} each, with
 * the same files; they are read as one.
 *
 * <p>The two are checked against each other, so that a log that was cut off is not taken for a fast
 * run.
 */
public final class LoadResults {
  /** The counts. */
  public static final String COUNTS = "worker.json";

  /** Times from the intended start. */
  public static final String RESPONSE = "response.hlog";

  /** Times from the actual send. */
  public static final String SERVICE = "service.hlog";

  /** Times from the actual send to the first byte of the answer. Absent in old records. */
  public static final String FIRST_BYTE = "firstbyte.hlog";

  /** Times from the intended start to the actual send. */
  public static final String SEND_LAG = "sendlag.hlog";

  /**
   * How far the clock of a worker on another machine was ahead of the harness's: {@code
   * {"aheadMicros": n}}. Absent where the clocks are one.
   */
  public static final String CLOCK = "clock.json";

  private static final Pattern WORKER = Pattern.compile("worker-(\\d{1,6})");

  private LoadResults() {}

  /**
   * Reads a result folder: one worker's files, or the sum of all {@code worker-K} that hold a
   * {@code worker.json}. A worker that was lost has none, and the sum is the others'.
   *
   * @throws ArchiveException naming the file that is missing, damaged, or contradicts the others
   */
  public static LoadResult read(Path folder) {
    List<Path> several = isOne(folder) ? List.of() : workers(folder);
    List<WorkerResult> workers =
        (several.isEmpty() ? List.of(folder) : several).stream().map(WorkerResult::open).toList();
    agree(workers);
    ResponseLogs responses =
        ResponseLogs.read(workers.stream().map(WorkerResult::responses).toList());
    List<LoadResult> results = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      results.add(workers.get(i).result(responses.logs().get(i)));
    }
    return timed(MergedLoad.of(results), responses.seconds());
  }

  /** Whether a folder holds results, of one worker or of several. */
  public static boolean in(Path folder) {
    return isOne(folder) || !workers(folder).isEmpty();
  }

  private static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(COUNTS));
  }

  /** The folders of several workers that have finished, in the order of their indices. */
  private static List<Path> workers(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(one -> index(one) >= 0 && isOne(one))
          .sorted(Comparator.comparingInt(LoadResults::index))
          .toList();
    } catch (IOException e) {
      throw new ArchiveException("%s could not be listed: %s".formatted(folder, e), e);
    }
  }

  private static int index(Path folder) {
    Matcher name = WORKER.matcher(folder.getFileName().toString());
    return name.matches() ? Integer.parseInt(name.group(1)) : -1;
  }

  /** Workers that took the same share sent some requests twice and others not at all. */
  private static void agree(List<WorkerResult> workers) {
    Map<String, Path> shares = new TreeMap<>();
    for (WorkerResult worker : workers) {
      worker
          .share()
          .ifPresent(share -> refuseTwice(share, shares.put(share, worker.file()), worker));
    }
  }

  private static void refuseTwice(String share, @Nullable Path other, WorkerResult worker) {
    if (other != null) {
      throw new ArchiveException(
          "%s and %s are both of worker %s; expected every worker to have its own index"
              .formatted(other, worker.file(), share));
    }
  }

  /** The same with the latencies of its seconds. */
  private static LoadResult timed(
      LoadResult load, SortedMap<Integer, ResponseLogs.Percentiles> latencies) {
    List<SecondSample> seconds =
        load.seconds().stream()
            .map(it -> latencies.getOrDefault(it.second(), ResponseLogs.Percentiles.NONE).of(it))
            .toList();
    return new LoadResult(
        load.window(),
        load.rate(),
        load.labels(),
        load.sendLag(),
        seconds,
        load.cpuSeconds(),
        load.allowedCores(),
        load.gcSeconds(),
        load.connectionsOpened(),
        load.blocked());
  }
}
