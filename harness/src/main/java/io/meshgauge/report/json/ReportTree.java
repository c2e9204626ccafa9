package io.meshgauge.report.json;

import io.meshgauge.experiment.Calibration;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Integrity;
import io.meshgauge.experiment.LagLimit;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Session;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.Warning;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Fairness;
import io.meshgauge.report.Finding;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.SloResult;
import io.meshgauge.report.Words;
import io.meshgauge.score.Criterion;
import io.meshgauge.score.WeightSet;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON tree of a report: what holds for the session as a whole, then plans, then runs. */
final class ReportTree {
  /** Raised whenever a field changes its name or meaning. */
  static final int FORMAT_VERSION = 2;

  private final Report report;

  ReportTree(Report report) {
    this.report = report;
  }

  ObjectNode node() {
    Session session = report.session();
    ObjectNode node = object();
    node.put("format", "meshgauge-report");
    node.put("formatVersion", FORMAT_VERSION);
    node.put("version", session.version());
    node.set("experiment", experiment(session));
    node.set("verdict", verdict());
    node.set("criteria", array(report.criteria(), ReportTree::criterion));
    node.set("slos", array(report.slos(), ReportTree::slo));
    node.set("warnings", array(report.warnings(), ReportTree::warning));
    node.set("rules", rules());
    node.set("plans", array(report.plans(), this::plan));
    node.set("fairness", fairness());
    node.set("environment", strings(session.environment().facts()));
    node.set("archive", archive(session.integrity()));
    node.set("runs", array(session.runs(), (Run run) -> new RunTree(run).node()));
    return node;
  }

  private ObjectNode plan(PlanReport plan) {
    return new PlanTree(report, plan).node();
  }

  private static ObjectNode experiment(Session session) {
    Experiment experiment = session.experiment();
    ObjectNode node = object();
    node.put("name", experiment.name());
    node.put("platform", experiment.platform().key());
    node.put("seed", experiment.seed());
    node.put("started", session.started().toString());
    node.put("command", session.command());
    node.put("plannedRuns", session.planned());
    node.put("executedRuns", session.runs().size());
    node.set("notes", texts(session.notes()));
    node.set("protocol", protocol(experiment.protocol()));
    node.set("variants", array(experiment.arms(), ReportTree::variant));
    session.calibration().ifPresent(floor -> node.set("calibration", calibration(floor)));
    node.set("lagLimits", array(session.lagLimits(), ReportTree::lagLimit));
    return node;
  }

  private static ObjectNode archive(Integrity integrity) {
    ObjectNode node = object();
    node.put("checked", integrity.checked());
    node.set("damage", array(integrity.damage(), ReportTree::damage));
    return node;
  }

  private static ObjectNode damage(Integrity.Damage damage) {
    ObjectNode node = object();
    node.put("file", damage.file());
    node.put("words", damage.words());
    damage.run().ifPresent(run -> node.put("leftOut", run));
    return node;
  }

  private static ObjectNode calibration(Calibration floor) {
    ObjectNode node = object();
    node.put("requestsPerSecond", floor.requestsPerSecond());
    node.put("responseP50", floor.responseP50());
    node.put("responseP99", floor.responseP99());
    node.put("sendLagP99", floor.sendLagP99());
    node.put("cpuPerThousand", floor.cpuPerThousand());
    Optional.ofNullable(floor.machine())
        .ifPresent(use -> node.set("machine", RunTree.machine(use)));
    return node;
  }

  private static ObjectNode lagLimit(LagLimit limit) {
    ObjectNode node = object();
    node.put("plan", limit.plan());
    node.put("arm", limit.arm());
    node.put("medianSeconds", limit.medianSeconds());
    node.put("limitSeconds", limit.seconds());
    node.put("pilot", limit.pilot());
    return node;
  }

  private static ObjectNode protocol(Protocol protocol) {
    ObjectNode node = object();
    node.put("replicates", protocol.replicates());
    protocol.rate().ifPresent(rate -> node.put("rate", rate));
    node.put("arrival", protocol.arrival());
    node.put("warmupRequests", protocol.warmupRequests());
    node.put("connections", protocol.connections());
    node.put("loadWorkers", protocol.loadWorkers());
    node.put("noiseFloor", protocol.noiseFloor());
    return node;
  }

  private static ObjectNode variant(Variant variant) {
    ObjectNode node = object();
    node.put("name", variant.name());
    node.put("mesh", variant.mesh());
    node.put("policy", variant.policy());
    node.put("telemetry", variant.telemetry());
    node.set("settings", strings(variant.settings()));
    node.put("control", variant.isControl());
    return node;
  }

  private ObjectNode verdict() {
    ObjectNode node = object();
    node.put("green", report.green());
    node.put("headline", report.headline());
    node.set("findings", array(report.findings(), ReportTree::finding));
    return node;
  }

  private static ObjectNode finding(Finding finding) {
    ObjectNode node = object();
    node.put("variant", finding.variant());
    node.put("plan", finding.plan());
    node.put("tone", Words.key(finding.tone()));
    node.put("headline", finding.headline());
    node.set("details", texts(finding.details()));
    return node;
  }

  private static ObjectNode criterion(CriterionResult result) {
    ObjectNode node = object();
    node.put("variant", result.variant());
    node.put("plan", result.plan());
    node.put("name", result.name());
    node.put("passed", result.passed());
    node.put("words", result.words());
    return node;
  }

  private static ObjectNode slo(SloResult result) {
    ObjectNode node = object();
    node.put("variant", result.variant());
    node.put("plan", result.plan());
    node.put("metric", result.slo().metric().key());
    node.put("limit", result.slo().limit());
    result.value().ifPresent(value -> node.put("value", value));
    node.put("state", Words.key(result.state()));
    node.put("words", result.words());
    return node;
  }

  static ObjectNode warning(Warning warning) {
    ObjectNode node = object();
    node.put("subject", warning.subject());
    node.put("text", warning.text());
    return node;
  }

  private ObjectNode rules() {
    ObjectNode node = object();
    node.set("criteria", array(report.rules().criteria(), ReportTree::rule));
    node.set("weightSets", array(report.rules().weightSets(), ReportTree::weights));
    report
        .rules()
        .efficiency()
        .ifPresent(
            index ->
                node.set(
                    "efficiency",
                    object()
                        .put("alpha", index.alpha())
                        .put("beta", index.beta())
                        .put("gamma", index.gamma())
                        .put("formula", index.formula())));
    return node;
  }

  private static ObjectNode rule(Criterion criterion) {
    return object()
        .put("metric", criterion.metric().key())
        .put("full", criterion.full())
        .put("zero", criterion.zero())
        .put("formula", criterion.formula());
  }

  private static ObjectNode weights(WeightSet set) {
    ObjectNode weights = object();
    for (Map.Entry<Metric, Double> entry : set.weights().entrySet()) {
      weights.put(entry.getKey().key(), entry.getValue());
    }
    ObjectNode node = object();
    node.put("name", set.name());
    node.put("rescaled", set.rescaled());
    node.set("weights", weights);
    return node;
  }

  private ArrayNode fairness() {
    return array(report.fairness().rows(), ReportTree::fairness);
  }

  private static ObjectNode fairness(Fairness.Row row) {
    ObjectNode node = object();
    node.put("setting", row.name());
    node.put("likeness", Words.key(row.likeness()));
    node.set("values", strings(row.values()));
    return node;
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  static <T> ArrayNode array(Collection<T> items, Function<T, ? extends JsonNode> each) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    items.forEach(item -> array.add(each.apply(item)));
    return array;
  }

  static ArrayNode texts(Collection<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  static ObjectNode strings(Map<String, String> values) {
    ObjectNode node = object();
    values.forEach(node::put);
    return node;
  }
}
