package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.ChangeEffect;
import io.meshgauge.experiment.change.StartStep;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.Unit;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.Part;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.measure.use.TcpUse;
import io.meshgauge.report.arm.MachineShare;
import io.meshgauge.report.arm.RetryAmplification;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run, whatever its outcome. */
record RunJson(
    String folder,
    @Range(min = 1) int position,
    @Range(min = 1) int replicate,
    String variant,
    String plan,
    @JsonPropertyDescription(FIDELITY) Fidelity fidelity,
    Outcome outcome,
    List<Reason> reasons,
    List<MeasurementJson> measurements,
    Optional<LoadJson> load,
    @JsonPropertyDescription(
            "What a TCP stream carried, by iperf3; absent where requests were sent.")
        Optional<StreamJson> stream,
    @JsonPropertyDescription(
            "How the highest rate within the objectives was found; only under the plan capacity."
                + " steps: rates that were tried; broken says why a rate was not kept, empty when it"
                + " was. windows: latencies at shares of the capacity; broken has the rules that the"
                + " window breaks, so that its times are not quoted.")
        Optional<CapacityResult> capacity,
    @Range
        @JsonPropertyDescription(
            "CPU of services, proxies and load worker as a share of all cores over the window")
        OptionalDouble machineShare,
    @Nullable MachineUse machine,
    List<ResourceUse> resources,
    Optional<TcpUse> tcp,
    List<HopLatency> hops,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "Requests that services got, for the calls of their callers and for the requests of the"
                + " load.")
        List<RetryAmplification> amplification,
    @JsonProperty(isRequired = OptBoolean.FALSE)
        @JsonPropertyDescription(
            "What was changed on purpose in the window, and what each change cost the requests.")
        List<ChangeJson> changes,
    List<Evidence> evidence) {
  static final String FIDELITY =
      "real: the product as its users deploy it. model: its topology rebuilt from another product.";

  static RunJson of(Run run) {
    return new RunJson(
        run.trial().folder(),
        run.trial().position(),
        run.trial().replicate(),
        run.trial().variant().name(),
        run.trial().plan().name(),
        run.fidelity(),
        run.outcome(),
        run.reasons(),
        run.measurements().stream().map(MeasurementJson::of).toList(),
        run.measuredLoad().map(LoadJson::of),
        run.measuredStream().map(StreamJson::of),
        run.searchedCapacity(),
        MachineShare.of(run),
        run.machine(),
        // A container of which something was not observed has no row, as its sums have no number.
        run.resources().stream().filter(ResourceUse::observed).toList(),
        Optional.ofNullable(run.tcp()),
        run.hops(),
        RetryAmplification.of(run),
        run.results().changes().stream().map(ChangeJson::of).toList(),
        run.evidence());
  }

  record ChangeJson(
      String kind,
      String victim,
      Instant begin,
      Instant end,
      long requests,
      long failed,
      double longestGapSeconds,
      double worstSecondSeconds,
      double recoverySeconds,
      @JsonPropertyDescription("Of the proxies from the old rule to the new one, in seconds.")
          List<Transition> transitions,
      @JsonPropertyDescription("Of a pod that starts, in seconds from the begin of the change.")
          Map<StartStep, Double> steps) {
    static ChangeJson of(ChangeEffect effect) {
      Change change = effect.change();
      return new ChangeJson(
          change.kind(),
          change.victim(),
          change.begin(),
          change.end(),
          effect.requests(),
          effect.failed(),
          effect.longestGapSeconds(),
          effect.worstSecondSeconds(),
          effect.recoverySeconds(),
          change.transitions(),
          change.steps());
    }
  }

  record MeasurementJson(Metric metric, double value, Unit unit, String source) {
    static MeasurementJson of(Measurement measurement) {
      Metric metric = measurement.metric();
      return new MeasurementJson(metric, measurement.value(), metric.unit(), measurement.source());
    }
  }

  record LoadJson(
      Instant start,
      Instant end,
      double rate,
      long scheduled,
      long sent,
      long completed,
      long failed,
      double sendLagP99,
      double cpuSeconds,
      double allowedCores,
      double gcSeconds,
      long connectionsOpened,
      @JsonPropertyDescription(
              "Requests that were due while every connection of the load worker waited for an"
                  + " answer. Absent where the archive is older than the count; its send lag"
                  + " includes that wait.")
          @Nullable Long blocked,
      List<LabelJson> labels) {
    static LoadJson of(LoadResult load) {
      return new LoadJson(
          load.window().start(),
          load.window().end(),
          load.rate(),
          load.scheduled(),
          load.sent(),
          load.completed(),
          load.failed(),
          load.sendLag().seconds(99),
          load.worker().cpuSeconds(),
          load.worker().allowedCores(),
          load.worker().gcSeconds(),
          load.worker().connectionsOpened(),
          load.worker().blocked(),
          load.labels().stream().map(LabelJson::of).toList());
    }
  }

  record LabelJson(
      String label,
      long scheduled,
      long sent,
      long completed,
      long expected,
      long unexpected,
      Map<String, Long> status,
      Map<String, Long> errors,
      double responseP50,
      double responseP99,
      double responseMax) {
    static LabelJson of(LabelResult label) {
      return new LabelJson(
          label.label(),
          label.scheduled(),
          label.sent(),
          label.completed(),
          label.expected(),
          label.unexpected(),
          new TreeMap<>(label.status()),
          new TreeMap<>(label.errors()),
          label.response().seconds(50),
          label.response().seconds(99),
          label.response().maxSeconds());
    }
  }

  record StreamJson(
      Instant start,
      Instant end,
      @Range(min = 1) int streams,
      long sentBytes,
      long receivedBytes,
      double bitsPerSecond,
      @JsonPropertyDescription("Of the sender's connections, which end at the first proxy.")
          long retransmits,
      int mssBytes,
      double retransmitsPerGib,
      @JsonPropertyDescription("retransmits * mssBytes / sentBytes") double lossEstimate,
      double senderCpuSeconds,
      String congestion) {
    static StreamJson of(StreamResult stream) {
      return new StreamJson(
          stream.window().start(),
          stream.window().end(),
          stream.streams(),
          stream.sentBytes(),
          stream.receivedBytes(),
          stream.throughput(),
          stream.retransmits(),
          stream.mssBytes(),
          stream.retransmitsPerGib(),
          stream.lossEstimate(),
          stream.senderCpuSeconds(),
          stream.congestion());
    }
  }

  @JsonClassDescription(
      "How the machine's CPU time of a window was spent, as shares of all of it. foreign: by"
          + " processes outside of the session, a lower bound; stolen: by the hypervisor; both"
          + " together above 0.10 void the run")
  record MachineJson(
      @Range(max = 1) double busy,
      @Range(max = 1) double stolen,
      @Range(max = 1) @Nullable Double foreign,
      @JsonPropertyDescription("Processes outside of the session that used most")
          List<MachineUse.ProcessUse> busiest,
      @JsonPropertyDescription(
              "On a cluster: processors of the nodes that had pods of the session, and the node"
                  + " that foreign and stolen are of, where most was taken")
          MachineUse.@Nullable Nodes nodes) {}

  record ProcessJson(String command, long pid, @Range double cores) {}

  @JsonPropertyOrder({
    "container",
    "part",
    "cpuSeconds",
    "memoryMeanBytes",
    "memoryPeakBytes",
    "anonymousBytes",
    "residentBytes",
    "shared"
  })
  record ResourceJson(
      String container,
      Part part,
      double cpuSeconds,
      double memoryMeanBytes,
      double memoryPeakBytes,
      @Nullable Double anonymousBytes,
      @Nullable Double residentBytes,
      ResourceUse.@Nullable Shared shared) {}

  @JsonPropertyOrder({
    "segmentsOut",
    "segmentsRetransmitted",
    "bytesOut",
    "retransmitsPerGib",
    "lossEstimate"
  })
  record TcpJson(
      long segmentsOut,
      long segmentsRetransmitted,
      long bytesOut,
      @JsonProperty double retransmitsPerGib,
      @JsonProperty double lossEstimate) {}

  @JsonIgnoreProperties("entered")
  @JsonPropertyOrder({"server", "calls", "served", "perCall", "perRequest"})
  record AmplificationJson(
      String server,
      @Range(min = 1) long calls,
      @Range(min = 1) long served,
      @JsonProperty double perCall,
      @JsonProperty double perRequest) {}
}
