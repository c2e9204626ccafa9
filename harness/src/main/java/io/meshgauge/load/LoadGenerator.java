package io.meshgauge.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts load workers, each in a new JVM, so that runs are independent. */
public final class LoadGenerator {
  /** Name of the worker's log file in the result folder. */
  static final String LOG = "worker.log";

  private final WorkerLayout layout;
  private final Launcher launcher;
  private final WorkerTimeouts timeouts;

  /** Creates a generator with the default timeouts. */
  public LoadGenerator(WorkerLayout layout, Launcher launcher) {
    this(layout, launcher, WorkerTimeouts.DEFAULT);
  }

  /** Creates a generator with other timeouts. */
  public LoadGenerator(WorkerLayout layout, Launcher launcher, WorkerTimeouts timeouts) {
    this.layout = layout;
    this.launcher = launcher;
    this.timeouts = timeouts;
  }

  /** Missing parts of the worker, one text each; empty if load can be sent. */
  public List<String> problems() {
    return layout.problems();
  }

  /**
   * Starts one or several workers on this machine and waits until they have read their plan.
   *
   * @param workers how many share the request's schedule, connections and warm-up
   * @throws LoadException if they are not built, do not start, or cannot read their plan
   */
  public LoadSession start(LoadRequest request, int workers) {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new LoadException(String.join("\n", problems));
    }
    if (!Files.isRegularFile(request.plan())) {
      throw new LoadException("no plan at " + request.plan() + "; expected a .jmx file there");
    }
    List<ProcessLink> links = new ArrayList<>();
    try {
      for (int i = 0; i < workers; i++) {
        links.add(launch(request.part(i, workers)));
      }
    } catch (LoadException e) {
      links.forEach(ProcessLink::close);
      throw e;
    }
    return join(links, request, timeouts);
  }

  private ProcessLink launch(LoadRequest part) {
    Path log = part.folder().resolve(LOG);
    try {
      Files.createDirectories(part.folder());
      Process process = launcher.launch(layout.command(part), part.folder(), log);
      return new ProcessLink(process, log, timeouts.end(), part.isRepeated());
    } catch (IOException e) {
      throw new LoadException("cannot start the load worker: " + e.getMessage(), e);
    }
  }

  /**
   * Connects to workers that the caller has started, for example the pods of a job, and waits until
   * all have read their plan. Results of worker <i>K</i> of the list are written to {@code
   * worker-K} in the request's folder, those of a single worker to that folder.
   *
   * @param links one per worker, in the order of their indices; closed with the session, and when
   *     this method fails
   * @param request supplies folder and duration; the workers were started with plan and properties
   * @throws LoadException if a worker cannot read its plan, is gone or cannot be reached
   */
  public static LoadSession join(List<? extends WorkerLink> links, LoadRequest request) {
    return join(links, request, WorkerTimeouts.REMOTE);
  }

  /** Connects as {@link #join(List, LoadRequest)} does, with other timeouts. */
  public static LoadSession join(
      List<? extends WorkerLink> links, LoadRequest request, WorkerTimeouts timeouts) {
    LoadSession session = new LoadSession(links, request, timeouts);
    session.awaitReady();
    return session;
  }
}
