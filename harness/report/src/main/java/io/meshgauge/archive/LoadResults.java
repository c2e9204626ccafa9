package io.meshgauge.archive;

import io.meshgauge.experiment.change.Answer;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.RequestKind;
import io.meshgauge.measure.stage.Stage;
import io.meshgauge.measure.stage.StageResult;
import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.use.ResourceUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of load workers: {@code worker.json} with the counts, and the HdrHistogram logs
 * with the latencies. Several workers have a folder {@code worker-K} each, with the same files;
 * they are merged. So are several windows, which have a folder {@code window-K} each, from 1.
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
   * Offset of the clock of a remote worker to the clock of the harness, and by how much it may be
   * wrong: {@code {"aheadMicros": n, "errorMicros": m}}. Absent on the same machine.
   */
  public static final String CLOCK = "clock.json";

  /**
   * Kinds of the requests by label, written by the harness before the load. Absent in archives of
   * before applications were described in files.
   */
  static final String KINDS = "requests.json";

  /** What the harness changed in the window, written after it; absent where nothing was changed. */
  static final String CHANGES = "changes.json";

  /** When each request was due and ended, and how; absent where nothing was changed. */
  public static final String OUTCOMES = "outcomes.csv";

  private static final CSVFormat OUTCOME =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();

  private static final String WORKER = "worker-";
  private static final String WINDOW = "window-";

  private LoadResults() {}

  /**
   * Reads a result folder: the files of one worker, or the sum of all {@code worker-K} that have a
   * {@code worker.json}, or of all {@code window-K}. A lost worker has none and is not in the sum.
   *
   * @throws ArchiveException naming the file that is missing, damaged, or contradicts the others
   */
  public static LoadResult read(Path folder) {
    List<Path> windows = numbered(folder, WINDOW);
    return windows.isEmpty()
        ? readLatest(folder)
        : described(folder, inSequence(windows.stream().map(LoadResults::readLatest).toList()));
  }

  /**
   * Writes the kinds of the requests that the load will send; all others must succeed.
   *
   * @param folder of its results; created when absent
   * @param kinds by label
   */
  public static void describe(Path folder, Map<String, RequestKind> kinds) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new ArchiveException("%s could not be made: %s".formatted(folder, e), e);
    }
    Json.write(folder.resolve(KINDS), new Kinds(new TreeMap<>(kinds)));
  }

  /** Writes to the results of a window what was changed in it. */
  public static void describe(Path folder, List<Change> changes) {
    Json.write(folder.resolve(CHANGES), new Changes(changes));
  }

  /**
   * What the changes of a window cost; nothing where nothing was changed.
   *
   * @param load of the same folder, which must have as many requests as there are outcomes
   * @throws ArchiveException naming the file that is damaged or contradicts the others
   */
  public static List<ChangeEffect> effects(Path folder, LoadResult load) {
    Path file = folder.resolve(CHANGES);
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    List<Answer> answers = new ArrayList<>();
    for (Path worker : isOne(folder) ? List.of(folder) : workers(folder)) {
      read(worker.resolve(OUTCOMES), answers);
    }
    if (answers.size() != load.sent()) {
      throw new ArchiveException(
          "%s in %s has %d requests; expected the %d of %s"
              .formatted(OUTCOMES, folder, answers.size(), load.sent(), COUNTS));
    }
    return ChangeEffect.of(Json.read(file, Changes.class).changes(), answers);
  }

  /** Whether the load of a window has stages. */
  public static boolean hasStages(Path folder) {
    return !opened(folder).get(0).stages().isEmpty();
  }

  /**
   * The stages of a window and what was measured in each; none where the load has one rate, or was
   * sent in several windows.
   *
   * @param samples of CPU and memory within the window; none where they were not kept
   * @throws ArchiveException naming the file that is damaged
   */
  static List<StageResult> stages(Path folder, UseSamples samples) {
    if (!numbered(folder, WINDOW).isEmpty()) {
      return List.of();
    }
    List<WorkerResult> workers = opened(folder);
    List<StageResult> results = new ArrayList<>();
    for (Stage stage : workers.get(0).stages()) {
      List<LoadResult> parts = workers.stream().map(it -> it.result(stage)).toList();
      LoadResult load = described(folder, MergedLoad.of(parts));
      // The drain after the schedule took CPU for the requests that ended in it.
      Stage drained = stage.longer(load.seconds() - stage.seconds());
      List<ResourceUse> uses = samples.within(drained, load.window().start());
      results.add(new StageResult(stage, load, Measurements.of(load, uses, null)));
    }
    return results;
  }

  private static List<WorkerResult> opened(Path folder) {
    List<Path> several = isOne(folder) ? List.of() : workers(folder);
    return (several.isEmpty() ? List.of(folder) : several)
        .stream().map(WorkerResult::open).toList();
  }

  private static void read(Path file, List<Answer> answers) {
    try (CSVParser lines = CSVParser.parse(file, StandardCharsets.UTF_8, OUTCOME)) {
      for (CSVRecord line : lines) {
        answers.add(
            new Answer(
                Long.parseLong(line.get("due_us")),
                Long.parseLong(line.get("end_us")),
                Boolean.parseBoolean(line.get("good"))));
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      throw new ArchiveException(
          "%s is damaged after %d requests: %s; expected due_us,end_us,label,good in each line"
              .formatted(file, answers.size(), e.getMessage()),
          e);
    }
  }

  private record Changes(List<Change> changes) {}

  /** A result whose requests are of the kinds that a folder says, if it does. */
  static LoadResult described(Path folder, LoadResult load) {
    Path file = folder.resolve(KINDS);
    return Files.isRegularFile(file) ? load.of(Json.read(file, Kinds.class).labels()) : load;
  }

  private record Kinds(SortedMap<String, RequestKind> labels) {}

  /**
   * The windows of one load with pauses between them, as one result.
   *
   * @param windows in their order, at least one
   */
  public static LoadResult inSequence(List<LoadResult> windows) {
    return MergedLoad.inSequence(windows);
  }

  /** Reads the results of the latest window only, before they are moved away. */
  public static LoadResult readLatest(Path folder) {
    List<WorkerResult> workers = opened(folder);
    agree(workers);
    ResponseLogs responses =
        ResponseLogs.read(workers.stream().map(WorkerResult::responses).toList());
    List<LoadResult> results = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      results.add(workers.get(i).result(responses.logs().get(i)));
    }
    return described(folder, timed(MergedLoad.of(results), responses.seconds()));
  }

  /** Whether a folder has results, of one worker or of several. */
  public static boolean in(Path folder) {
    return isOne(folder) || !workers(folder).isEmpty() || !numbered(folder, WINDOW).isEmpty();
  }

  /**
   * Moves the results of a window away, so that those of the next do not replace them.
   *
   * @param latest folder that the load workers write to
   * @param folder of the results of all windows
   * @param index of the window, from 1
   */
  public static void keepWindow(Path latest, Path folder, int index) {
    Path window = folder.resolve(WINDOW + index);
    try (Stream<Path> all = Files.list(latest)) {
      Files.createDirectories(window);
      for (Path file : all.filter(LoadResults::isResult).toList()) {
        Files.move(file, window.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new ArchiveException("the results in %s cannot be moved: %s".formatted(latest, e), e);
    }
  }

  /**
   * Keeps the results of a window that was measured again out of {@link #read}.
   *
   * @param index of the window, from 1
   * @param attempt that is discarded, from 1
   */
  public static void discardWindow(Path folder, int index, int attempt) {
    String name = "discarded-%d-%d".formatted(index, attempt);
    try {
      Files.move(folder.resolve(WINDOW + index), folder.resolve(name));
    } catch (IOException e) {
      throw new ArchiveException("the results in %s cannot be moved: %s".formatted(folder, e), e);
    }
  }

  private static boolean isResult(Path file) {
    String name = file.getFileName().toString();
    return name.equals(COUNTS)
        || name.equals(CLOCK)
        || name.equals(OUTCOMES)
        || name.endsWith(".hlog")
        || index(file, WORKER) >= 0;
  }

  private static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(COUNTS));
  }

  /** Folders of the workers that have finished, by index. */
  private static List<Path> workers(Path folder) {
    return numbered(folder, WORKER).stream().filter(LoadResults::isOne).toList();
  }

  /** Folders of a name with a number behind it, by that number. */
  private static List<Path> numbered(Path folder, String name) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(one -> index(one, name) >= 0)
          .sorted(Comparator.comparingInt(one -> index(one, name)))
          .toList();
    } catch (IOException e) {
      throw new ArchiveException("%s could not be listed: %s".formatted(folder, e), e);
    }
  }

  private static int index(Path folder, String name) {
    String text = folder.getFileName().toString();
    String number = text.startsWith(name) ? text.substring(name.length()) : "";
    return number.matches("\\d{1,6}") ? Integer.parseInt(number) : -1;
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
    return load.with(
        load.timeline().stream()
            .map(it -> latencies.getOrDefault(it.second(), ResponseLogs.Percentiles.NONE).of(it))
            .toList());
  }
}
