package io.meshgauge.report.json;

import static io.meshgauge.report.json.ReportTree.array;
import static io.meshgauge.report.json.ReportTree.object;
import static io.meshgauge.report.json.ReportTree.texts;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Reason;
import io.meshgauge.experiment.Run;
import io.meshgauge.measure.CapacityResult;
import io.meshgauge.measure.HopLatency;
import io.meshgauge.measure.LabelResult;
import io.meshgauge.measure.LoadResult;
import io.meshgauge.measure.MachineUse;
import io.meshgauge.measure.Measurement;
import io.meshgauge.measure.ResourceUse;
import io.meshgauge.measure.StreamResult;
import io.meshgauge.measure.TcpUse;
import io.meshgauge.report.Amplification;
import io.meshgauge.report.MachineShare;
import io.meshgauge.report.Words;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** The JSON tree of one run, whatever became of it. */
final class RunTree {
  private final Run run;

  RunTree(Run run) {
    this.run = run;
  }

  ObjectNode node() {
    ObjectNode node = object();
    node.put("folder", run.trial().folder());
    node.put("position", run.trial().position());
    node.put("replicate", run.trial().replicate());
    node.put("variant", run.trial().variant().name());
    node.put("plan", run.trial().plan().name());
    node.put("fidelity", run.fidelity().key());
    node.put("outcome", Words.key(run.outcome()));
    node.set("reasons", array(run.reasons(), RunTree::reason));
    node.set("measurements", array(run.measurements(), RunTree::measurement));
    run.measuredLoad().ifPresent(load -> node.set("load", load(load)));
    run.measuredStream().ifPresent(stream -> node.set("stream", stream(stream)));
    run.searchedCapacity().ifPresent(found -> node.set("capacity", capacity(found)));
    MachineShare.of(run).ifPresent(share -> node.put("machineShare", share));
    Optional.ofNullable(run.machine()).ifPresent(use -> node.set("machine", machine(use)));
    node.set("resources", array(run.resources(), RunTree::resource));
    TcpUse tcp = run.tcp();
    if (tcp != null) {
      node.set("tcp", tcp(tcp));
    }
    node.set("hops", array(run.hops(), RunTree::hop));
    node.set("amplification", array(Amplification.of(run), RunTree::amplification));
    node.set("evidence", array(run.evidence(), RunTree::evidence));
    return node;
  }

  static ObjectNode machine(MachineUse use) {
    ObjectNode node = object().put("busy", use.busy()).put("stolen", use.stolen());
    Optional.ofNullable(use.foreign()).ifPresent(share -> node.put("foreign", share));
    node.set(
        "busiest",
        array(
            use.busiest(),
            process ->
                object()
                    .put("command", process.command())
                    .put("pid", process.pid())
                    .put("cores", process.cores())));
    return node;
  }

  private static ObjectNode reason(Reason reason) {
    return object().put("rule", reason.rule()).put("text", reason.text());
  }

  private static ObjectNode measurement(Measurement measurement) {
    return object()
        .put("metric", measurement.metric().key())
        .put("value", measurement.value())
        .put("unit", Words.key(measurement.metric().unit()))
        .put("source", measurement.source());
  }

  private static ObjectNode load(LoadResult load) {
    ObjectNode node = object();
    node.put("start", load.window().start().toString());
    node.put("end", load.window().end().toString());
    node.put("rate", load.rate());
    node.put("scheduled", load.scheduled());
    node.put("sent", load.sent());
    node.put("completed", load.completed());
    node.put("failed", load.failed());
    node.put("sendLagP99", load.sendLag().seconds(99));
    node.put("cpuSeconds", load.cpuSeconds());
    node.put("allowedCores", load.allowedCores());
    node.put("gcSeconds", load.gcSeconds());
    node.put("connectionsOpened", load.connectionsOpened());
    Optional.ofNullable(load.blocked()).ifPresent(count -> node.put("blocked", count));
    node.set("labels", array(load.labels(), RunTree::label));
    return node;
  }

  private static ObjectNode stream(StreamResult stream) {
    return object()
        .put("start", stream.window().start().toString())
        .put("end", stream.window().end().toString())
        .put("streams", stream.streams())
        .put("sentBytes", stream.sentBytes())
        .put("receivedBytes", stream.receivedBytes())
        .put("bitsPerSecond", stream.throughput())
        .put("retransmits", stream.retransmits())
        .put("mssBytes", stream.mssBytes())
        .put("retransmitsPerGib", stream.retransmitsPerGib())
        .put("lossEstimate", stream.lossEstimate())
        .put("senderCpuSeconds", stream.senderCpuSeconds())
        .put("congestion", stream.congestion());
  }

  private static ObjectNode capacity(CapacityResult found) {
    ObjectNode node = object();
    node.put("closedLoop", found.closedLoop());
    node.put("capacity", found.capacity());
    node.set("steps", array(found.steps(), RunTree::step));
    node.set("windows", array(found.windows(), RunTree::window));
    return node;
  }

  private static ObjectNode step(CapacityResult.Step step) {
    ObjectNode node = object();
    node.put("rate", step.rate());
    node.put("achieved", step.achieved());
    node.put("p99", step.p99());
    node.set("broken", texts(step.broken()));
    return node;
  }

  private static ObjectNode window(CapacityResult.AtShare window) {
    ObjectNode node = object();
    node.put("share", window.share());
    node.put("rate", window.rate());
    node.put("p50", window.p50());
    node.put("p99", window.p99());
    node.set("broken", texts(window.broken()));
    return node;
  }

  private static ObjectNode label(LabelResult label) {
    ObjectNode node = object();
    node.put("label", label.label());
    node.put("scheduled", label.scheduled());
    node.put("sent", label.sent());
    node.put("completed", label.completed());
    node.put("expected", label.expected());
    node.put("unexpected", label.unexpected());
    node.set("status", counts(label.status()));
    node.set("errors", counts(label.errors()));
    node.put("responseP50", label.response().seconds(50));
    node.put("responseP99", label.response().seconds(99));
    node.put("responseMax", label.response().maxSeconds());
    return node;
  }

  private static ObjectNode counts(Map<String, Long> counts) {
    ObjectNode node = object();
    new TreeMap<>(counts).forEach(node::put);
    return node;
  }

  private static ObjectNode resource(ResourceUse use) {
    ObjectNode node =
        object()
            .put("container", use.container())
            .put("part", Words.key(use.part()))
            .put("cpuSeconds", use.cpuSeconds())
            .put("memoryMeanBytes", use.memoryMeanBytes())
            .put("memoryPeakBytes", use.memoryPeakBytes());
    if (use.anonymousBytes() != null) {
      node.put("anonymousBytes", use.anonymousBytes());
    }
    if (use.residentBytes() != null) {
      node.put("residentBytes", use.residentBytes());
    }
    if (use.shared() != null) {
      node.set(
          "shared",
          object()
              .put("idleCpuSeconds", use.shared().idleCpuSeconds())
              .put("pods", use.shared().pods())
              .put("ours", use.shared().ours()));
    }
    return node;
  }

  private static ObjectNode tcp(TcpUse tcp) {
    return object()
        .put("segmentsOut", tcp.segmentsOut())
        .put("segmentsRetransmitted", tcp.segmentsRetransmitted())
        .put("bytesOut", tcp.bytesOut())
        .put("retransmitsPerGib", tcp.retransmitsPerGib())
        .put("lossEstimate", tcp.lossEstimate());
  }

  private static ObjectNode hop(HopLatency hop) {
    return object()
        .put("client", hop.client())
        .put("server", hop.server())
        .put("side", Words.key(hop.side()))
        .put("count", hop.count())
        .put("meanSeconds", hop.meanSeconds())
        .put("p50Seconds", hop.p50Seconds())
        .put("p99Seconds", hop.p99Seconds());
  }

  private static ObjectNode amplification(Amplification found) {
    return object()
        .put("server", found.server())
        .put("calls", found.calls())
        .put("served", found.served())
        .put("perCall", found.perCall())
        .put("perRequest", found.perRequest());
  }

  private static ObjectNode evidence(Evidence seen) {
    return object()
        .put("promise", Words.key(seen.promise()))
        .put("subject", seen.subject())
        .put("verdict", Words.key(seen.verdict()))
        .put("expected", seen.expected())
        .put("observed", seen.observed())
        .put("source", seen.source());
  }
}
