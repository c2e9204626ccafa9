package io.meshgauge.cli;

import io.meshgauge.experiment.ClusterTarget;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Session;
import io.meshgauge.product.Product;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.run.session.Progress;
import io.meshgauge.score.ScoringRules;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the verbs ask for: to run, to read back, to report.
 *
 * <p>Every method may throw an {@link EngineException}, whose words and exit code become the
 * command's. Any other exception is told by its message, with {@link ExitCode#FAILED}.
 */
public interface Engine {

  /** Every contestant there is. */
  List<Product> meshes();

  /**
   * Runs an experiment to its end.
   *
   * @param command the one command that repeats it
   * @return the session's folder below {@code reports/runs}
   */
  Path run(Experiment experiment, ScoringRules rules, String command, Progress progress);

  /**
   * Goes on with a session whose harness has died.
   *
   * @param folder the session's
   */
  void resume(Path folder, Progress progress);

  /**
   * The latest session of an experiment, when it has something left to be gone on with.
   *
   * @param since those that began before are left alone
   */
  Optional<Path> unfinished(Experiment experiment, Instant since);

  /**
   * Deletes archived sessions; what is no archive stays.
   *
   * @param before those that began earlier
   * @param words is told what is done
   */
  void forget(Instant before, Consumer<String> words);

  /** What a session's folder holds, as far as its runs were finished. */
  Session read(Path folder);

  /** The scoring rules kept in a session's folder. */
  ScoringRules rules(Path folder);

  /** Makes the report of a session and writes all its formats into the folder. */
  Written report(Session session, ScoringRules rules, Path folder);

  /** What only the engine can tell about this machine, for {@code doctor}: proxies, capture. */
  List<Check> checks();

  /** What it can tell about a cluster, for {@code doctor}; starts a pod there to pull images. */
  List<Check> checks(ClusterTarget target);

  /**
   * Waits, a minute at most, until it is known of each experiment on a cluster whether it is dead.
   *
   * @param words is told whom is waited for
   */
  void awaitLeases(ClusterTarget target, Consumer<String> words);

  /**
   * Deletes what dead experiments have left on a cluster.
   *
   * @param evenAlive those that still run as well
   * @param words is told what is done, line by line
   */
  void down(ClusterTarget target, boolean evenAlive, Consumer<String> words);

  /**
   * A report that was written.
   *
   * @param table the console table, several lines
   * @param criteria the test cases of the build, met or not
   * @param page the page for people
   */
  record Written(String table, List<CriterionResult> criteria, Path page) {
    public Written {
      criteria = List.copyOf(criteria);
    }

    /** Whether every criterion is met. */
    boolean green() {
      return criteria.stream().allMatch(CriterionResult::passed);
    }
  }
}
