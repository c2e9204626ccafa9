package io.meshgauge.report.json;

import io.meshgauge.attribution.Attribution;
import io.meshgauge.attribution.Component;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.Contrast;
import io.meshgauge.stats.Difference;
import io.meshgauge.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a variant adds to its reference, in a unit, and where it is spent. */
record AttributionJson(
    String variant, String reference, Unit unit, Amount whole, List<ShareJson> shares) {

  record ShareJson(Component.Kind kind, String name, Amount added) {}

  record Amount(double value, Optional<Interval> interval) {
    static Amount of(Difference added) {
      return new Amount(added.absolute(), added.interval());
    }
  }

  static Stream<AttributionJson> of(Contrast contrast) {
    return contrast.attributions().stream().map(it -> of(contrast, it));
  }

  private static AttributionJson of(Contrast contrast, Attribution found) {
    return new AttributionJson(
        contrast.arm().name(),
        contrast.reference().name(),
        found.unit(),
        Amount.of(found.whole()),
        found.shares().stream()
            .map(
                it ->
                    new ShareJson(
                        it.component().kind(), it.component().name(), Amount.of(it.added())))
            .toList());
  }
}
