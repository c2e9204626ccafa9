package io.meshgauge.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The starter of load workers: a JVM of its own for every window, so that runs are independent. */
public final class LoadGenerator {
  /** Name of the file in the result folder that gets the worker's own log. */
  static final String LOG = "worker.log";

  private final WorkerLayout layout;
  private final Launcher launcher;
  private final WorkerTimeouts patience;

  /** A generator with the usual patience. */
  public LoadGenerator(WorkerLayout layout, Launcher launcher) {
    this(layout, launcher, WorkerTimeouts.USUAL);
  }

  /** A generator with a patience of its own. */
  public LoadGenerator(WorkerLayout layout, Launcher launcher, WorkerTimeouts patience) {
    this.layout = layout;
    this.launcher = launcher;
    this.patience = patience;
  }

  /** What is missing before load can be sent, one text each; empty when all is there. */
  public List<String> problems() {
    return layout.problems();
  }

  /**
   * Starts one or several workers on this machine and waits until they have read their plan.
   *
   * @param workers how many share the request's schedule, connections and warm-up
   * @throws LoadException when they are not built, do not start, or do not understand their plan
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
    return join(links, request, patience);
  }

  private ProcessLink launch(LoadRequest part) {
    Path log = part.folder().resolve(LOG);
    try {
      Files.createDirectories(part.folder());
      Process process = launcher.launch(layout.command(part), part.folder(), log);
      return new ProcessLink(process, log, patience.end(), part.isRepeated());
    } catch (IOException e) {
      throw new LoadException("cannot start the load worker: " + e.getMessage(), e);
    }
  }

  /**
   * Takes over workers that someone else started, for example the pods of a job, and waits until
   * all have read their plan. Worker <i>K</i> of the list leaves its results in {@code worker-K} of
   * the request's folder, a single worker in that folder itself.
   *
   * @param links one to each worker, in the order of their indices; closed with the session, and
   *     when this fails
   * @param request folder and duration are heeded; the plan and its properties were the starter's
   *     to give
   * @throws LoadException when a worker does not understand its plan, is gone or cannot be reached
   */
  public static LoadSession join(List<? extends WorkerLink> links, LoadRequest request) {
    return join(links, request, WorkerTimeouts.REMOTE);
  }

  /** The same with a patience of its own. */
  public static LoadSession join(
      List<? extends WorkerLink> links, LoadRequest request, WorkerTimeouts patience) {
    LoadSession session = new LoadSession(links, request, patience);
    session.awaitReady();
    return session;
  }
}
