package io.meshgauge.run.session;

import io.meshgauge.application.Application;
import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Session;
import io.meshgauge.platform.Platform;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.micrometer.MicrometerProbe;
import io.meshgauge.probe.proxy.ProxyProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Shared services of a session: platform, archive, progress, probes and working folder. */
public final class SessionContext implements AutoCloseable {
  private final ProjectLayout home;
  private final Platform platform;
  private final RunArchive archive;
  private final Progress progress;
  private final PhaseTimes times;
  private final Application application;
  private final Scratch scratch;
  private final Scraper scraper = new Scraper();
  private final ProxyProbe proxies = new ProxyProbe(scraper);
  private final PlacementRule placement;
  private final long seed;
  private final Set<String> noted = ConcurrentHashMap.newKeySet();

  public SessionContext(
      ProjectLayout home,
      Platform platform,
      RunArchive archive,
      Progress progress,
      PhaseTimes times,
      Application application) {
    Session session = archive.read();
    this.placement = PlacementRule.of(session.runs());
    this.seed = session.experiment().seed();
    this.application = application;
    this.times = times;
    this.home = home;
    this.platform = platform;
    this.archive = archive;
    this.progress = progress;
    this.scratch = Scratch.create(Path.of(System.getProperty("java.io.tmpdir")));
  }

  public ProjectLayout home() {
    return home;
  }

  /** Where the workloads of all runs must be. */
  public PlacementRule placement() {
    return placement;
  }

  /** Seed of the session's draws. */
  public long seed() {
    return seed;
  }

  /** The system under load. */
  public Application application() {
    return application;
  }

  public Platform platform() {
    return platform;
  }

  public RunArchive archive() {
    return archive;
  }

  public Progress progress() {
    return progress;
  }

  /** Notes a text once per session. */
  public void noteOnce(String text) {
    if (noted.add(text)) {
      progress.note(text);
    }
  }

  /** Time per phase. */
  public PhaseTimes times() {
    return times;
  }

  public Scraper scraper() {
    return scraper;
  }

  public MicrometerProbe micrometer() {
    return new MicrometerProbe(scraper);
  }

  /** One per session, because it counts its own requests. */
  public ProxyProbe proxies() {
    return proxies;
  }

  /** A new folder for one deployment; {@link #discard} deletes it. */
  public Path deploymentFolder(String name) {
    return scratch.deploymentFolder(name);
  }

  /** Deletes a working folder, which contains keys. */
  public void discard(Path folder) {
    try {
      Scratch.delete(folder);
    } catch (IOException e) {
      progress.note(
          "The working folder %s could not be deleted (%s); it holds this run's keys: delete it."
              .formatted(folder, e.getMessage()));
    }
  }

  @Override
  public void close() {
    scratch.close();
  }
}
