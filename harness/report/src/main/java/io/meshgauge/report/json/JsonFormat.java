package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import com.fasterxml.jackson.annotation.JsonFormat.Value;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Environment;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.LatencyHistogram.Point;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.advice.Candidate;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.arm.RetryAmplification;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.EfficiencyIndex;
import io.meshgauge.score.Scorecard;
import io.meshgauge.score.ScoringRules;
import io.meshgauge.score.WeightSet;
import io.meshgauge.stats.Interval;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import java.io.IOException;
import java.util.Arrays;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole report as JSON, as {@code reports/report.schema.json} describes it.
 *
 * <p>Times are seconds, memory is bytes, ratios are from 0 to 1: the units of {@link
 * io.meshgauge.measure.Metric}, unrounded.
 *
 * <p>The components of {@link ReportJson} and of the records below it are the fields of the
 * document, in their order; an empty component is an absent field. A record without a method that
 * makes it is mixed into the type whose values have these fields.
 */
public final class JsonFormat implements ReportFormat {
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultPropertyInclusion(
              it -> it.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .withConfigOverride(Interval.class, it -> it.setFormat(Value.forShape(Shape.ARRAY)))
          .withConfigOverride(Point.class, it -> it.setFormat(Value.forShape(Shape.ARRAY)))
          .annotationIntrospector(new EnumNames())
          .addMixIn(ArmFigures.class, AcceptedJson.AcceptedArmJson.class)
          .addMixIn(Calibration.class, ExperimentJson.CalibrationJson.class)
          .addMixIn(Candidate.Cost.class, AdviceJson.CostJson.class)
          .addMixIn(Criterion.class, ReportJson.CriterionJson.class)
          .addMixIn(EfficiencyIndex.class, ReportJson.EfficiencyIndexJson.class)
          .addMixIn(Environment.class, AcceptedJson.FactsJson.class)
          .addMixIn(Integrity.class, ReportJson.ArchiveJson.class)
          .addMixIn(Integrity.Damage.class, ReportJson.DamageJson.class)
          .addMixIn(MachineUse.class, RunJson.MachineJson.class)
          .addMixIn(MachineUse.ProcessUse.class, RunJson.ProcessJson.class)
          .addMixIn(ResourceUse.class, RunJson.ResourceJson.class)
          .addMixIn(RetryAmplification.class, RunJson.AmplificationJson.class)
          .addMixIn(Scorecard.Composite.class, ScoreJson.CompositeJson.class)
          .addMixIn(Scorecard.Points.class, ScoreJson.PointsJson.class)
          .addMixIn(ScoringRules.class, ReportJson.RulesJson.class)
          .addMixIn(SessionFigures.class, AcceptedJson.AcceptedSessionJson.class)
          .addMixIn(SoakEvent.class, SoakJson.EventJson.class)
          .addMixIn(TcpUse.class, RunJson.TcpJson.class)
          .addMixIn(Variant.class, ExperimentJson.VariantJson.class)
          .addMixIn(WeightSet.class, ReportJson.WeightSetJson.class)
          .build();

  @Override
  public String name() {
    return "json";
  }

  @Override
  public String fileName() {
    return "report.json";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    out.append(write(ReportJson.of(report)));
  }

  /** A document as text, which ends with a line break. */
  public static String write(Object document) {
    // Printers keep state while they print, so each document gets its own.
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(INDENTER);
    return MAPPER.writer().with(printer).writeValueAsString(document) + "\n";
  }

  /** The text of a constant in the document. */
  static String key(Enum<?> constant) {
    return constant instanceof SoakAct act ? act.key() : ReportText.key(constant);
  }

  /** Names constants, as values and as keys of maps, by {@link #key}. */
  private static final class EnumNames extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public String[] findEnumValues(
        MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
      return Arrays.stream(constants).map(JsonFormat::key).toArray(String[]::new);
    }
  }
}
