package io.meshgauge.run.session;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.platform.Platform;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.micrometer.MicrometerProbe;
import io.meshgauge.probe.proxy.ProxyProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The tools that every trial of a session works with, and its working folder. */
public final class SessionContext implements AutoCloseable {
  private final ProjectLayout home;
  private final Platform platform;
  private final RunArchive archive;
  private final Progress progress;
  private final PhaseTimes times;
  private final Scratch scratch;
  private final Scraper scraper = new Scraper();
  private final ProxyProbe proxies = new ProxyProbe(scraper);
  private final Set<String> noted = ConcurrentHashMap.newKeySet();

  public SessionContext(
      ProjectLayout home,
      Platform platform,
      RunArchive archive,
      Progress progress,
      PhaseTimes times) {
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

  public Platform platform() {
    return platform;
  }

  public RunArchive archive() {
    return archive;
  }

  public Progress progress() {
    return progress;
  }

  /** A note that is made once in a session, however often there is reason to. */
  public void noteOnce(String words) {
    if (noted.add(words)) {
      progress.note(words);
    }
  }

  /** How long the session is in each phase. */
  public PhaseTimes times() {
    return times;
  }

  /** The reader of pages. */
  public Scraper scraper() {
    return scraper;
  }

  public MicrometerProbe micrometer() {
    return new MicrometerProbe(scraper);
  }

  /** One for the session: it knows how often it has asked whom. */
  public ProxyProbe proxies() {
    return proxies;
  }

  /** A fresh folder for one deployment; {@link #discard} deletes it. */
  public Path bench(String name) {
    return scratch.bench(name);
  }

  /** Deletes a working folder with the keys in it. */
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
