package io.meshgauge.probe.micrometer;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A reader of the services' own measurements, as Micrometer writes them for Prometheus. */
public final class MicrometerProbe {
  private static final String COLLECT = "/actuator/collect";

  /** What a service is started with so that it can be asked to collect. */
  public static final Map<String, String> COLLECTING =
      Map.of("management.endpoints.web.exposure.include", "health,prometheus,collect");

  private final Scraper scraper;

  /** A probe that reads through a scraper. */
  public MicrometerProbe(Scraper scraper) {
    this.scraper = scraper;
  }

  /**
   * Reads several services, one after the other.
   *
   * @param pages by service
   * @throws ProbeException naming the service that gave no page, or one that is not understood
   */
  public Scrape read(Map<String, MetricsPage> pages) {
    SortedMap<String, String> texts = new TreeMap<>();
    new TreeMap<>(pages)
        .forEach((service, page) -> texts.put(service, scraper.get(page.address(), page.path())));
    return Scrape.of(texts);
  }

  /**
   * Has services collect garbage, one after the other, so that what they then say of their heap is
   * what is live. Nothing must be measured meanwhile.
   *
   * @param management address of the actuator by service, each with {@link #COLLECTING}
   * @throws ProbeException naming the service that did not
   */
  public void collect(Map<String, Address> management) {
    new TreeMap<>(management).values().forEach(address -> scraper.post(address, COLLECT));
  }
}
