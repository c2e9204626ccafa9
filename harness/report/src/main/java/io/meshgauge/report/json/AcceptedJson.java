package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.meshgauge.measure.Metric;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Accepted sessions as JSON, as {@code reports/accepted.schema.json} describes it. */
@JsonClassDescription(
    "Sessions of one environment and load that were accepted as the reference for later ones, as"
        + " accepted/NAME.json has them.")
public record AcceptedJson(
    String format,
    @JsonPropertyDescription("Raised whenever a field changes its name or meaning.")
        int formatVersion,
    String name,
    @JsonPropertyDescription("By start time, at least one.") List<AcceptedSessionJson> sessions) {

  /** The document, which ends with a line break. */
  public static String text(AcceptedSessions accepted) {
    return JsonFormat.write(
        new AcceptedJson(
            AcceptedSessions.FORMAT,
            AcceptedSessions.FORMAT_VERSION,
            accepted.name(),
            accepted.sessions().stream().map(AcceptedSessionJson::of).toList()));
  }

  record AcceptedSessionJson(
      @JsonPropertyDescription("Name of its folder.") String session,
      @JsonPropertyDescription("Start time, ISO 8601, UTC.") String started,
      @JsonPropertyDescription("SHA-256 of the archive's SHA256SUMS, hexadecimal.") String archive,
      @JsonPropertyDescription("Facts of the machine and versions.")
          Map<String, String> environment,
      @JsonPropertyDescription("Platform, application, protocol and plans.")
          Map<String, String> load,
      List<AcceptedArmJson> arms) {
    static AcceptedSessionJson of(SessionFigures session) {
      return new AcceptedSessionJson(
          session.session(),
          session.started().toString(),
          session.archive(),
          session.environment().facts(),
          session.load().facts(),
          session.arms().stream().map(AcceptedArmJson::of).toList());
    }
  }

  record AcceptedArmJson(
      String plan,
      String variant,
      boolean model,
      @JsonPropertyDescription("Mesh, policy, telemetry and settings that are not the default.")
          Map<String, String> choices,
      @JsonPropertyDescription(
              "Natural logarithms of the values of valid runs, in base units, by metric and block.")
          Map<Metric, Map<String, Double>> logarithms) {
    /** Six decimals of a logarithm are a millionth of the value. */
    private static final double DECIMALS = 1e6;

    static AcceptedArmJson of(ArmFigures arm) {
      Map<Metric, Map<String, Double>> logs = new EnumMap<>(Metric.class);
      arm.logs().forEach((metric, blocks) -> logs.put(metric, rounded(blocks)));
      return new AcceptedArmJson(arm.plan(), arm.arm(), arm.model(), arm.choices(), logs);
    }

    private static Map<String, Double> rounded(SortedMap<Integer, Double> blocks) {
      Map<String, Double> rounded = new TreeMap<>();
      blocks.forEach(
          (block, value) ->
              rounded.put(Integer.toString(block), Math.rint(value * DECIMALS) / DECIMALS));
      return rounded;
    }
  }
}
