package io.meshgauge.probe.micrometer;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A reader of the services' own measurements ({@code /actuator/prometheus}). */
public final class MicrometerProbe {
  private static final String PATH = "/actuator/prometheus";
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
   * @param management address of the actuator by service
   * @throws ProbeException naming the service that gave no page, or one that is not understood
   */
  public Scrape read(Map<String, Address> management) {
    SortedMap<String, String> texts = new TreeMap<>();
    new TreeMap<>(management)
        .forEach((service, address) -> texts.put(service, scraper.get(address, PATH)));
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
