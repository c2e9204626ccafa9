package io.meshgauge.probe.micrometer;

import io.meshgauge.measure.counter.Counters;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.PrometheusText;
import io.meshgauge.probe.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all services had measured at one instant.
 *
 * @param texts the pages as they came, by service; none of a computed scrape
 * @param samples the same, understood
 */
public record Scrape(SortedMap<String, String> texts, SortedMap<String, List<Sample>> samples) {

  /**
   * The scrape of the given pages, for example out of an archive.
   *
   * @throws ProbeException naming the service whose page is not understood
   */
  public static Scrape of(Map<String, String> texts) {
    SortedMap<String, List<Sample>> samples = new TreeMap<>();
    texts.forEach((service, text) -> samples.put(service, parse(service, text)));
    return new Scrape(new TreeMap<>(texts), samples);
  }

  private static List<Sample> parse(String service, String text) {
    try {
      return PrometheusText.parse(text);
    } catch (ProbeException e) {
      throw new ProbeException("metrics of service '" + service + "': " + e.getMessage(), e);
    }
  }

  /**
   * This scrape and what all counters grew by between two others, for example in a window: growth
   * outside of it is left out. Of what is no counter, that is not meaningful.
   */
  public Scrape plusGrowth(Scrape from, Scrape to) {
    SortedMap<String, List<Sample>> sums = new TreeMap<>();
    to.samples()
        .forEach(
            (service, latest) -> {
              Map<Series, Double> own = values(service);
              Map<Series, Double> earlier = from.values(service);
              sums.put(
                  service,
                  latest.stream()
                      .map(
                          it -> {
                            Series key = Series.of(it);
                            double growth = it.value() - earlier.getOrDefault(key, 0.0);
                            double sum = own.getOrDefault(key, 0.0) + growth;
                            return new Sample(it.name(), it.labels(), sum, it.epochMillis());
                          })
                      .toList());
            });
    return new Scrape(new TreeMap<>(), sums);
  }

  private Map<Series, Double> values(String service) {
    Map<Series, Double> values = new HashMap<>();
    of(service).forEach(it -> values.merge(Series.of(it), it.value(), Double::sum));
    return values;
  }

  private record Series(String name, SortedMap<String, String> labels) {
    static Series of(Sample sample) {
      return new Series(sample.name(), sample.labels());
    }
  }

  /** The samples of a service; none when it was not read. */
  public List<Sample> of(String service) {
    return samples.getOrDefault(service, List.of());
  }

  /** The sum per metric name of one service, whatever the labels; infinite values left out. */
  public Counters totals(String service) {
    SortedMap<String, Double> totals = new TreeMap<>();
    for (Sample sample : of(service)) {
      if (Double.isFinite(sample.value())) {
        totals.merge(sample.name(), sample.value(), Double::sum);
      }
    }
    return Counters.of(totals);
  }
}
