package io.meshgauge.platform.local;

import io.meshgauge.measure.limit.Limits;
import io.meshgauge.platform.FileClaim;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.Site;
import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the class-data sharing archives of a build: deploys once, each service writes its archive
 * when it ends, and the deployment is discarded. All later deployments start quickly and alike.
 */
final class CdsArchiver {
  private static final Logger LOG = LoggerFactory.getLogger(CdsArchiver.class);
  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(8);
  private static final Duration WRITE_TIMEOUT = Duration.ofMinutes(4);

  private final LocalPlatform platform;
  private final ClassArchives archives;

  CdsArchiver(LocalPlatform platform, ClassArchives archives) {
    this.platform = platform;
    this.archives = archives;
  }

  /** Makes the archives of a site's services; after a failure the services start without. */
  void run(Site like) {
    List<Path> jars = platform.jars(like.topology());
    Path lock = archives.folder(jars.get(0)).resolve("training.lock");
    try (FileClaim claim = FileClaim.await(lock, LOCK_TIMEOUT)) {
      if (!archives.complete(jars)) {
        LOG.info("Preparing the services for quick starts, once per build");
        train(like);
        jars.forEach(archives::adopt);
      }
    } catch (PlatformException e) {
      LOG.warn("The services will start more slowly: {}", e.getMessage());
    }
  }

  private void train(Site like) {
    Path folder = like.folder().resolve("training");
    // One process per service: replicas would write the same archive.
    Site site = platform.prepare(like.topology().times(1), folder, like.identities());
    LocalStart start = platform.start(site, LocalPlatform.direct(site), folder, Limits.NONE);
    try (LocalDeployment deployment = start.deployment()) {
      List<GuardedProcess> started = start.services(Map.of(), archives::make);
      request(site);
      for (GuardedProcess process : started) {
        process.terminate();
      }
      awaitArchives(started);
    }
  }

  /** Sends the entry's probe, after which most classes were loaded. */
  private static void request(Site site) {
    site.topology().from(Topology.LOAD).stream()
        .filter(hop -> hop.protocol() == Protocol.HTTP1 && hop.probe().permitted())
        .forEach(
            hop ->
                request(
                    URI.create("http://" + site.serving().get(hop.server()) + hop.probe().path())));
  }

  private static void request(URI uri) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).GET().build();
      HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    } catch (IOException e) {
      LOG.debug("the request for class loading got no response: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while preparing the services", e);
    }
  }

  private static void awaitArchives(List<GuardedProcess> processes) {
    try {
      for (GuardedProcess process : processes) {
        if (!process.waitFor(WRITE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new PlatformException(process.name() + " did not write its class archive in time");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while class archives were written", e);
    }
  }
}
