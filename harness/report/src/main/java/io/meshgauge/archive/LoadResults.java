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
 * Reads the files of load workers: {@code worker.json} with the counts, and the HdrHistogram logs
 * with the latencies. Several workers have a folder {@code worker-K} each, with the same files;
 * they are merged.
 *
 * <p>Counts and logs are compared, so that a truncated log is not taken for a fast run.
 */
public final class LoadResults {
  public static final String COUNTS = "worker.json";

  /** Response times: from the intended start. */
  public static final String RESPONSE = "response.hlog";

  /** Service times: from the actual send. */
  public static final String SERVICE = "service.hlog";

  /** Times from the actual send to the first byte of the answer. Absent in old archives. */
  public static final String FIRST_BYTE = "firstbyte.hlog";

  /** Send lag: from the intended start to the actual send. */
  public static final String SEND_LAG = "sendlag.hlog";

  /**
   * Offset of the clock of a remote worker to the clock of the harness: {@code {"aheadMicros": n}}.
   * Absent on the same machine.
   */
  public static final String CLOCK = "clock.json";

  private static final Pattern WORKER = Pattern.compile("worker-(\\d{1,6})");

  private LoadResults() {}

  /**
   * Reads a result folder: the files of one worker, or the sum of all {@code worker-K} that have a
   * {@code worker.json}. A lost worker has none and is not in the sum.
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

  /** Whether a folder has results, of one worker or of several. */
  public static boolean in(Path folder) {
    return isOne(folder) || !workers(folder).isEmpty();
  }

  private static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(COUNTS));
  }

  /** Folders of the workers that have finished, by index. */
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

  /** Two workers with the same share sent some requests twice and others not at all. */
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

  /** Adds the latencies per second. */
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
