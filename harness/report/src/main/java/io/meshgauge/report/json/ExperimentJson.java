package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.PlatformKind;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.use.MachineUse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The experiment of a session: what was planned, and how much of it was executed. */
record ExperimentJson(
    String name,
    PlatformKind platform,
    @Range(min = Double.NEGATIVE_INFINITY) long seed,
    Instant started,
    @JsonPropertyDescription("The one command that repeats it.") String command,
    int plannedRuns,
    int executedRuns,
    List<String> notes,
    ProtocolJson protocol,
    List<Variant> variants,
    @JsonPropertyDescription(
            "The load generator alone, against a server that does nothing: times in seconds,"
                + " CPU-seconds per 1000 requests.")
        Optional<Calibration> calibration,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "The limit of send lag p99 under each plan, the same for all arms: a tenth of the arm's"
                + " median in a pilot before the first trial (pilot true), or in its own runs where"
                + " the archive has no pilot")
        List<LagLimitJson> lagLimits) {

  static ExperimentJson of(Session session) {
    Experiment experiment = session.experiment();
    return new ExperimentJson(
        experiment.name(),
        experiment.platform(),
        experiment.seed(),
        session.started(),
        session.command(),
        session.planned(),
        session.runs().size(),
        session.notes(),
        ProtocolJson.of(experiment.protocol()),
        experiment.arms(),
        session.calibration(),
        session.lagLimits().stream().map(LagLimitJson::of).toList());
  }

  record ProtocolJson(
      @Range(min = 1) int replicates,
      OptionalDouble rate,
      String arrival,
      int warmupRequests,
      int connections,
      @JsonProperty(isRequired = OptBoolean.FALSE) @Range(min = 1) int loadWorkers,
      boolean noiseFloor,
      @JsonProperty(isRequired = OptBoolean.FALSE)
          @JsonPropertyDescription("Windows of each run; above 1: arms deployed at once.")
          @Range(min = 1)
          int windows,
      @JsonProperty(isRequired = OptBoolean.FALSE)
          @JsonPropertyDescription("What the session may take, in seconds.")
          OptionalDouble time) {
    static ProtocolJson of(Protocol protocol) {
      return new ProtocolJson(
          protocol.replicates(),
          protocol.rate(),
          protocol.arrival(),
          protocol.warmupRequests(),
          protocol.connections(),
          protocol.loadWorkers(),
          protocol.noiseFloor(),
          protocol.windows().orElse(1),
          protocol.time().stream().mapToDouble(it -> it.toMillis() / 1e3).findFirst());
    }
  }

  @JsonIgnoreProperties("baseline")
  record VariantJson(
      String name,
      String mesh,
      String policy,
      String telemetry,
      Map<String, String> settings,
      @JsonProperty("control") @JsonPropertyDescription("The baseline measured again (A/A).")
          boolean isControl) {}

  @JsonIgnoreProperties("limits")
  record CalibrationJson(
      @Range double requestsPerSecond,
      @Range double responseP50,
      @Range double responseP99,
      @Range double sendLagP99,
      @Range double cpuPerThousand,
      @Nullable MachineUse machine) {}

  record LagLimitJson(
      String plan,
      String arm,
      @Range double medianSeconds,
      @Range double limitSeconds,
      boolean pilot) {
    static LagLimitJson of(LagLimit limit) {
      return new LagLimitJson(
          limit.plan(), limit.arm(), limit.medianSeconds(), limit.seconds(), limit.pilot());
    }
  }
}
