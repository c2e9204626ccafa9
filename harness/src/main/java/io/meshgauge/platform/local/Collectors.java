package io.meshgauge.platform.local;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.ReadyPage;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.ProcessGuard;
import io.meshgauge.platform.local.program.Programs;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.Backends;
import io.meshgauge.topology.plane.Backends.Scraping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Telemetry backends of a deployment, accounted as a separate part: Zipkin, started before the
 * proxies that send to it, and Prometheus, started after everything that it scrapes.
 */
final class Collectors {
  private static final Readiness READY = new Readiness(Duration.ofSeconds(90));

  /** Zipkin stores up to 500,000 spans in memory, for which it recommends this heap. */
  private static final String HEAP = "-Xmx600m";

  private final ProcessGuard guard;
  private final Programs programs;
  private final Backends backends;
  private final LocalDeployment deployment;
  private final Path folder;
  private final Path logs;

  Collectors(
      ProcessGuard guard,
      Programs programs,
      Backends backends,
      LocalDeployment deployment,
      Path folder,
      Path logs) {
    this.guard = guard;
    this.programs = programs;
    this.backends = backends;
    this.deployment = deployment;
    this.folder = folder;
    this.logs = logs;
  }

  /** Starts the backends that proxies send to. */
  void prepare() {
    backends
        .accessLogs()
        .ifPresent(
            it ->
                it.files()
                    .values()
                    .forEach(file -> LocalStart.created(Objects.requireNonNull(file.getParent()))));
    backends.tracing().ifPresent(it -> zipkin(it.collector()));
  }

  /** Starts the backend that scrapes services and proxies. */
  void scrape() {
    backends.scraping().ifPresent(this::prometheus);
  }

  private void zipkin(Address address) {
    Path jar = programs.obtain(Telemetry.ZIPKIN);
    List<String> arguments = new ArrayList<>();
    arguments.add(ServiceCommands.java().toString());
    arguments.addAll(
        List.of(
            "-Xms128m",
            HEAP,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "-jar",
            jar.toString(),
            "--armeria.ports[0].ip=" + address.host(),
            "--armeria.ports[0].port=" + address.port(),
            "--armeria.ports[0].protocols[0]=http",
            "--zipkin.ui.enabled=false"));
    start(Telemetry.ZIPKIN, arguments, address, "/health");
  }

  private void prometheus(Scraping scraping) {
    Path program = programs.obtain(Telemetry.PROMETHEUS);
    Path home = LocalStart.created(folder.resolve(Telemetry.PROMETHEUS));
    Path config = home.resolve("prometheus.yaml");
    try {
      Files.writeString(
          config, new ScrapeConfig(deployment.workloads(), scraping.interval()).text());
    } catch (IOException e) {
      throw new PlatformException("cannot write " + config + ": " + e.getMessage(), e);
    }
    start(
        Telemetry.PROMETHEUS,
        List.of(
            program.toString(),
            "--config.file=" + config,
            "--storage.tsdb.path=" + home.resolve("data"),
            "--web.listen-address=" + scraping.server(),
            "--log.level=warn"),
        scraping.server(),
        "/-/ready");
  }

  private void start(String name, List<String> arguments, Address address, String ready) {
    Path home = LocalStart.created(folder.resolve(name));
    GuardedProcess process =
        guard.start(Command.logged(name, arguments, home, logs.resolve(name + ".log")));
    deployment.add(Part.TELEMETRY, process, address);
    READY.await(List.of(new Readiness.Page(process, new ReadyPage(address, ready))));
  }
}
