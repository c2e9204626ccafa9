package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import io.meshgauge.measure.Metric;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.SessionFigures;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Accepted sessions as JSON, as {@code reports/accepted.schema.json} describes it. */
@JsonClassDescription(
    "Sessions of one environment and load that were accepted as the reference for later ones, as"
        + " accepted/NAME.json has them.")
public record AcceptedJson(
    String format,
    @JsonPropertyDescription("Raised whenever a field changes its name or meaning.")
        int formatVersion,
    String name,
    @JsonPropertyDescription("By start time, at least one.") List<SessionFigures> sessions) {
  /** Six decimals of a logarithm are a millionth of the value. */
  private static final double DECIMALS = 1e6;

  /** Reads what is written, and no other field. */
  private static final JsonMapper STRICT =
      JsonFormat.MAPPER
          .rebuild()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .changeDefaultNullHandling(it -> JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
          .build();

  /** The document, which ends with a line break. */
  public static String text(AcceptedSessions accepted) {
    return JsonFormat.write(
        new AcceptedJson(
            AcceptedSessions.FORMAT,
            AcceptedSessions.FORMAT_VERSION,
            accepted.name(),
            accepted.sessions().stream().map(AcceptedJson::rounded).toList()));
  }

  /**
   * What a document says it is: {@code format formatVersion}.
   *
   * @throws tools.jackson.core.JacksonException if it is not JSON
   */
  public static String kind(String text) {
    JsonNode tree = STRICT.readTree(text);
    return "%s %s".formatted(tree.path("format").asString(""), tree.path("formatVersion"));
  }

  /**
   * The sessions of a document.
   *
   * @throws tools.jackson.core.JacksonException at the first place that {@link #text} cannot have
   *     written
   */
  public static AcceptedSessions read(String text) {
    AcceptedJson read = STRICT.readValue(text, AcceptedJson.class);
    return new AcceptedSessions(read.name, read.sessions);
  }

  private static SessionFigures rounded(SessionFigures session) {
    return new SessionFigures(
        session.session(),
        session.started(),
        session.archive(),
        session.environment(),
        session.load(),
        session.arms().stream().map(AcceptedJson::rounded).toList());
  }

  private static ArmFigures rounded(ArmFigures arm) {
    Map<Metric, SortedMap<Integer, Double>> logs = new EnumMap<>(Metric.class);
    arm.logs()
        .forEach(
            (metric, blocks) -> {
              SortedMap<Integer, Double> rounded = new TreeMap<>(blocks);
              rounded.replaceAll((block, value) -> Math.rint(value * DECIMALS) / DECIMALS);
              logs.put(metric, rounded);
            });
    return new ArmFigures(arm.plan(), arm.arm(), arm.model(), arm.choices(), logs);
  }

  record AcceptedSessionJson(
      @JsonPropertyDescription("Name of its folder.") String session,
      @JsonPropertyDescription("Start time, ISO 8601, UTC.") Instant started,
      @JsonPropertyDescription("SHA-256 of the archive's SHA256SUMS, hexadecimal.") String archive,
      @JsonPropertyDescription("Facts of the machine and versions.")
          Map<String, String> environment,
      @JsonPropertyDescription("Platform, application, protocol and plans.")
          Map<String, String> load,
      List<ArmFigures> arms) {}

  record AcceptedArmJson(
      String plan,
      @JsonProperty("variant") String arm,
      boolean model,
      @JsonPropertyDescription("Mesh, policy, telemetry and settings that are not the default.")
          Map<String, String> choices,
      @JsonProperty("logarithms")
          @JsonPropertyDescription(
              "Natural logarithms of the values of valid runs, in base units, by metric and block.")
          Map<Metric, Map<String, Double>> logs) {}

  /** Facts are the object itself. */
  record FactsJson(@JsonValue SortedMap<String, String> facts) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    FactsJson {}
  }
}
