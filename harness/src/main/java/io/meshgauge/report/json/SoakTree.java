package io.meshgauge.report.json;

import static io.meshgauge.report.json.ReportTree.array;
import static io.meshgauge.report.json.ReportTree.object;

import io.meshgauge.experiment.Disturbance;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.experiment.SoakWindow;
import io.meshgauge.report.SoakReport;
import io.meshgauge.report.Words;
import io.meshgauge.soak.Alarm;
import io.meshgauge.soak.SeriesDrift;
import io.meshgauge.soak.SoakAnalysis;
import io.meshgauge.soak.Subject;
import io.meshgauge.stats.drift.Burst;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The JSON tree of one soak: its windows, what drifted, what happened. */
final class SoakTree {
  private SoakTree() {}

  static ObjectNode of(SoakReport soak) {
    ObjectNode node = object();
    node.put("variant", soak.arm().name());
    node.put("planned", soak.record().planned());
    node.put("windowSeconds", soak.settings().window().toMillis() / 1e3);
    node.put("settlingSeconds", soak.settings().settling().toMillis() / 1e3);
    node.put("drift", soak.settings().drift());
    node.set("damaged", ReportTree.texts(soak.record().damaged()));
    node.set("alarms", array(soak.analysis().alarms(), SoakTree::alarm));
    node.set("drifts", array(soak.analysis().drifts(), SoakTree::drift));
    node.set("bursts", array(soak.analysis().bursts(), SoakTree::burst));
    node.set("steps", array(soak.analysis().steps(), SoakTree::step));
    node.set("events", array(soak.record().events(), SoakTree::event));
    node.set("windows", array(soak.record().windows(), SoakTree::window));
    return node;
  }

  private static ObjectNode alarm(Alarm alarm) {
    ObjectNode node = object();
    node.put("kind", Words.key(alarm.kind()));
    node.put("window", alarm.window());
    node.put("minutes", alarm.minutes());
    node.put("text", alarm.text());
    alarm.drift().ifPresent(drift -> subject(node, drift.subject()));
    return node;
  }

  private static void subject(ObjectNode node, Subject subject) {
    node.put("quantity", Words.key(subject.quantity()));
    node.put("unit", Words.key(subject.quantity().unit()));
    node.put("of", subject.of());
  }

  private static ObjectNode drift(SeriesDrift series) {
    ObjectNode node = object();
    subject(node, series.subject());
    node.put("deployment", series.leg());
    node.put("windows", series.drift().windows());
    node.put("level", series.drift().level());
    node.put("slopePerHour", series.drift().slopePerHour());
    series
        .drift()
        .interval()
        .ifPresent(it -> node.putArray("interval").add(it.low()).add(it.high()));
    series.drift().trend().ifPresent(it -> node.put("p", it.p()));
    node.put("tolerancePerHour", series.tolerancePerHour());
    node.put("certain", series.drift().isCertain());
    return node;
  }

  private static ObjectNode burst(Burst burst) {
    return object()
        .put("from", burst.from())
        .put("to", burst.to())
        .put("errors", burst.errors())
        .put("requests", burst.requests())
        .put("usual", burst.usual())
        .put("p", burst.p());
  }

  private static ObjectNode step(SoakAnalysis.Step step) {
    ObjectNode node = object();
    subject(node, step.subject());
    node.put("window", step.change().window());
    node.put("before", step.change().before());
    node.put("after", step.change().after());
    node.put("p", step.change().p());
    return node;
  }

  private static ObjectNode event(SoakEvent event) {
    return object()
        .put("at", event.at().toString())
        .put("kind", Words.key(event.kind()))
        .put("seconds", event.seconds())
        .put("text", event.text());
  }

  private static ObjectNode disturbance(Disturbance disturbance) {
    ObjectNode node = object();
    node.put("act", disturbance.act().key());
    node.put("victim", disturbance.victim());
    node.put("second", disturbance.second());
    node.put("backSeconds", disturbance.backSeconds());
    if (disturbance.recoveredSeconds() != null) {
      node.put("recoveredSeconds", disturbance.recoveredSeconds());
    }
    node.put("failed", disturbance.failed());
    if (disturbance.usualP99Seconds() != null) {
      node.put("usualP99Seconds", disturbance.usualP99Seconds());
    }
    if (disturbance.worstP99Seconds() != null) {
      node.put("worstP99Seconds", disturbance.worstP99Seconds());
    }
    return node;
  }

  private static ObjectNode window(SoakWindow window) {
    ObjectNode node = object();
    node.put("index", window.index());
    node.put("deployment", window.leg());
    node.put("start", window.window().start().toString());
    node.put("end", window.window().end().toString());
    node.put("scheduled", window.scheduled());
    node.put("completed", window.completed());
    node.put("failed", window.failed());
    node.put("p50", window.p50());
    node.put("p99", window.p99());
    node.put("max", window.max());
    node.put("sound", window.sound());
    node.put("proven", window.proven());
    node.put("unproven", window.unproven().size());
    window.disturbed().ifPresent(it -> node.set("disturbance", disturbance(it)));
    ObjectNode values = node.putObject("values");
    Subject.values(window)
        .forEach((subject, value) -> values.put(subject.title(), value.doubleValue()));
    Optional.ofNullable(window.machine())
        .ifPresent(use -> node.set("machine", RunTree.machine(use)));
    return node;
  }
}
