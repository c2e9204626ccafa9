package io.meshgauge.run;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.load.LoadGenerator;
import io.meshgauge.load.WorkerLayout;
import io.meshgauge.platform.Platform;
import io.meshgauge.probe.Scraper;
import io.meshgauge.probe.micrometer.MicrometerProbe;
import io.meshgauge.probe.process.ResourceProbe;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.probe.tcp.TcpProbe;
import java.io.IOException;
import java.nio.file.Path;

/** The tools that every trial of a session works with, and its working folder. */
final class Workshop implements AutoCloseable {
  private final Home home;
  private final Platform platform;
  private final RunArchive archive;
  private final Progress progress;
  private final Scratch scratch;
  private final Scraper scraper = new Scraper();

  Workshop(Home home, Platform platform, RunArchive archive, Progress progress) {
    this.home = home;
    this.platform = platform;
    this.archive = archive;
    this.progress = progress;
    this.scratch = Scratch.create(Path.of(System.getProperty("java.io.tmpdir")));
  }

  Home home() {
    return home;
  }

  Platform platform() {
    return platform;
  }

  RunArchive archive() {
    return archive;
  }

  Progress progress() {
    return progress;
  }

  LoadGenerator loadGenerator() {
    return new LoadGenerator(new WorkerLayout(home.worker()), platform::converse);
  }

  ResourceProbe resources() {
    return new ResourceProbe(platform.observers());
  }

  TcpProbe tcp() {
    return new TcpProbe();
  }

  MicrometerProbe micrometer() {
    return new MicrometerProbe(scraper);
  }

  ProxyProbe proxies() {
    return new ProxyProbe(scraper);
  }

  /** A fresh folder for one deployment; {@link #discard} deletes it. */
  Path bench(String name) {
    return scratch.bench(name);
  }

  /** Deletes a working folder with the keys in it. */
  void discard(Path folder) {
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
