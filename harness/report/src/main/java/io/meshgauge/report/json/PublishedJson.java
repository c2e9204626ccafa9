package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.meshgauge.measure.Metric;
import io.meshgauge.report.published.ClaimRow;
import io.meshgauge.report.published.SessionAndStudy;
import io.meshgauge.stats.Interval;
import io.meshgauge.stats.Verdict;
import io.meshgauge.study.ClaimedRange;
import io.meshgauge.study.StudyContrast;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The differences that one study has in common with the session. */
record PublishedJson(
    String study,
    String citation,
    List<RowJson> rows,
    @JsonPropertyDescription("What the study's text claims of arms of the session, if it does.")
        Optional<List<ClaimJson>> claims,
    @JsonPropertyDescription("What differs in the conditions, in the words of each.")
        List<SessionAndStudy.Condition> conditions) {
  static PublishedJson of(SessionAndStudy found) {
    return new PublishedJson(
        found.study().name(),
        found.study().about().citation(),
        found.rows().stream().map(RowJson::of).toList(),
        Optional.of(found.claims().stream().map(ClaimJson::of).toList())
            .filter(it -> !it.isEmpty()),
        found.conditions());
  }

  record ClaimJson(
      String plan,
      String variant,
      String against,
      Metric metric,
      String words,
      @JsonPropertyDescription("Lower end of the claimed ratio, if it has one.") OptionalDouble low,
      OptionalDouble high,
      @JsonPropertyDescription("Of the session, of the variant to the other arm.")
          OptionalDouble ratio,
      Optional<Interval> interval,
      ClaimedRange.Agreement agreement) {
    static ClaimJson of(ClaimRow row) {
      return new ClaimJson(
          row.plan().name(),
          row.arm().name(),
          row.reference().name(),
          row.ours().metric(),
          row.statement().words(),
          row.statement().range().lowest(),
          row.statement().range().highest(),
          row.ratio(),
          row.interval(),
          row.agreement());
    }
  }

  record RowJson(
      String plan,
      String variant,
      String against,
      Metric metric,
      @JsonPropertyDescription("Of the session, of the variant to the other arm.")
          OptionalDouble ratio,
      Optional<Interval> interval,
      Verdict verdict,
      @JsonPropertyDescription("Load of the study.") String group,
      String quantity,
      double studyRatio,
      Optional<Interval> studyInterval,
      StudyContrast.Basis basis) {
    static RowJson of(SessionAndStudy.Row row) {
      OptionalDouble relative = row.ours().difference().relative();
      return new RowJson(
          row.plan().name(),
          row.pair().arm().name(),
          row.pair().reference().name(),
          row.ours().metric(),
          relative.isEmpty() ? relative : OptionalDouble.of(1 + relative.getAsDouble()),
          row.ours()
              .difference()
              .relativeInterval()
              .map(it -> new Interval(1 + it.low(), 1 + it.high())),
          row.ours().verdict(),
          row.group().name(),
          row.theirs().quantity().name(),
          row.theirs().ratio().orElseThrow(),
          row.theirs().interval(),
          row.theirs().basis());
    }
  }
}
