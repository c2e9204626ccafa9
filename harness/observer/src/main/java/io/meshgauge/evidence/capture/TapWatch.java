package io.meshgauge.evidence.capture;

import io.meshgauge.evidence.probe.PlaintextProbe;
import io.meshgauge.evidence.probe.ProbeOpening;
import io.meshgauge.evidence.probe.ProbeResponse;
import io.meshgauge.evidence.probe.TrafficKind;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.Tap;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A look at the wire without capturing packets: a few requests of our own leave through the
 * client's proxy, exactly as the hop's do, and pass a forwarder of ours on their way.
 *
 * <p>Where there are no proxies, our own client stands for the hop's.
 */
public final class TapWatch implements WireWatch {
  private static final int SAMPLES = 3;
  private static final long PAUSE_MILLIS = 1_000;

  private final String how;
  private final Map<Address, Sighting> seen = new ConcurrentHashMap<>();
  private final List<Forwarder> forwarders = new ArrayList<>();
  private final Map<Hop, Address> through = new ConcurrentHashMap<>();
  private final CountDownLatch finish = new CountDownLatch(1);
  private final Thread thread;

  private TapWatch(String how, ThreadFactory observers) {
    this.how = how;
    this.thread = observers.newThread(this::watch);
  }

  public static WireWatch start(DataPlane plane, String whyNoCapture, ThreadFactory observers) {
    if (!plane.proxies().isEmpty() && plane.taps().isEmpty()) {
      WireSightings none =
          WireSightings.none(whyNoCapture + "; and the mesh was deployed without `tap: on`");
      return () -> none;
    }
    TapWatch watch =
        new TapWatch("sampled connections through a tap, because " + whyNoCapture, observers);
    try {
      watch.open(plane);
    } catch (IOException e) {
      watch.finish();
      WireSightings none =
          WireSightings.none(whyNoCapture + "; and the tap failed: " + e.getMessage());
      return () -> none;
    }
    watch.thread.setName("tap-watch");
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  @Override
  public WireSightings finish() {
    finish.countDown();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    forwarders.forEach(Forwarder::close);
    return new WireSightings(List.of(how), seen);
  }

  private void open(DataPlane plane) throws IOException {
    for (Tap tap : plane.taps()) {
      forwarders.add(Forwarder.at(tap.forwarder().port(), tap.onward(), this::note));
      through.put(tap.hop(), tap.through());
    }
    if (plane.proxies().isEmpty()) {
      for (Map.Entry<Hop, Address> wire : plane.wire().entrySet()) {
        Forwarder forwarder = Forwarder.at(0, wire.getValue(), this::note);
        forwarders.add(forwarder);
        through.put(wire.getKey(), forwarder.address());
      }
    }
  }

  private void watch() {
    try {
      int sample = 0;
      do {
        through.forEach(this::sample);
        sample++;
      } while (sample < SAMPLES && !finish.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample(Hop hop, Address address) {
    if (ProbeOpening.request(hop).length == 0) {
      return;
    }
    try (Socket socket = PlaintextProbe.connect(address)) {
      // What it says does not matter; what crossed the forwarder does.
      ProbeResponse.to(ProbeOpening.request(hop), socket);
      if (hop.protocol() == Protocol.GRPC) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (IOException ignored) {
      // Nothing was seen then, which is what will be said.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void note(Address wire, TrafficKind kind) {
    seen.merge(wire, Sighting.of(kind, 1), Sighting::plus);
  }
}
