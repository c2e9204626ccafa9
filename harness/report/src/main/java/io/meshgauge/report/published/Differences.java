package io.meshgauge.report.published;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.published.SessionAndStudy.Condition;
import io.meshgauge.report.published.SessionAndStudy.Measured;
import io.meshgauge.study.Study.Conditions;
import io.meshgauge.study.Study.Loop;
import io.meshgauge.study.Study.SystemUnderTest;
import io.meshgauge.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions in which a session and a study differ. */
record Differences(Session session, SessionAndStudy found) {
  private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(?:\\.\\d+)?");

  /** Rates this close are the same load. */
  private static final double SAME_RATE = 1.1;

  static List<Condition> of(Session session, SessionAndStudy found) {
    return new Differences(session, found).all();
  }

  private List<Condition> all() {
    Conditions theirs = found.study().about().conditions();
    List<Condition> all = new ArrayList<>();
    all.add(new Condition("cluster", platform(), Condition.stated(theirs.cluster())));
    boolean sameRate =
        !found.rows().isEmpty()
            && found.rows().stream()
                .allMatch(
                    it ->
                        SessionAndStudy.distance(it.group().rate(), it.plan().rate())
                            < Math.log(SAME_RATE));
    if (!sameRate) {
      all.add(
          new Condition(
              "load",
              distinct(it -> it.plan().atRate().replaceFirst("^\\S+ ", "")),
              Condition.stated(theirs.rate())));
    }
    all.add(new Condition("load generator", generator(), generator(theirs)));
    all.add(
        new Condition(
            "duration",
            distinct(
                it ->
                    Messages.get(
                        "published.windows",
                        ReportText.count(it.ours().variant().n(), "replicate"),
                        it.plan().plan().duration().toSeconds())),
            Condition.stated(theirs.duration())));
    all.add(new Condition("versions", ours(), versions()));
    return all;
  }

  private String distinct(Function<Measured, String> of) {
    return found.measured().map(of).distinct().collect(Collectors.joining("; "));
  }

  private String platform() {
    List<String> models =
        found
            .measured()
            .flatMap(it -> Stream.of(it.pair().arm(), it.pair().reference()))
            .filter(Arm::isModel)
            .map(Arm::name)
            .distinct()
            .toList();
    String key = session.experiment().platform().key();
    return models.isEmpty() ? key : Messages.get("published.models", key, ReportText.list(models));
  }

  private String generator() {
    boolean requests = found.measured().anyMatch(it -> !it.plan().plan().isStream());
    boolean closed = found.measured().anyMatch(it -> it.plan().plan().isClosedLoop());
    return requests ? "JMeter, " + Condition.loop(closed ? Loop.CLOSED : Loop.OPEN) : "iperf3";
  }

  private static String generator(Conditions theirs) {
    return "%s, %s".formatted(Condition.stated(theirs.generator()), Condition.loop(theirs.loop()));
  }

  /** Versions of proxies and meshes among the facts of the session. */
  private String ours() {
    List<String> versions =
        session.environment().facts().entrySet().stream()
            .filter(it -> it.getKey().endsWith(".version") && !it.getKey().startsWith("java"))
            .map(
                it -> {
                  Matcher number = VERSION.matcher(it.getValue());
                  return "%s %s"
                      .formatted(
                          it.getKey().replaceFirst("\\.version$", ""),
                          number.find() ? number.group() : it.getValue());
                })
            .toList();
    return versions.isEmpty()
        ? Messages.get("published.not-recorded")
        : String.join(", ", versions);
  }

  private String versions() {
    List<String> meshes =
        found.measured().map(it -> it.pair().arm().variant().mesh()).distinct().toList();
    List<String> versions =
        found.study().systems().stream()
            .filter(it -> it.mesh().filter(meshes::contains).isPresent())
            .map(SystemUnderTest::version)
            .filter(it -> !it.isEmpty())
            .toList();
    return Condition.stated(String.join(", ", versions));
  }
}
