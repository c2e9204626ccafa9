package io.meshgauge.config.jmx;

import static io.meshgauge.config.jmx.SamplePlan.get;
import static io.meshgauge.config.jmx.SamplePlan.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.config.jmx.GroupProfile.Piece;
import io.meshgauge.config.jmx.JmxConverter.Converted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an open-loop copy keeps of the course of a plan's load. */
class LoadCourseTest {
  private static final String READERS =
      plugin(
          "kg.apc.jmeter.threads.UltimateThreadGroup",
          "readers",
          rows("ultimatethreadgroupdata", "90 0 10 60 10"));
  private static final String WRITERS =
      plugin(
          "com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup",
          "writers",
          property("TargetLevel", "10")
              + property("RampUp", "10")
              + property("Hold", "60")
              + property("Unit", "S"));

  @Test
  void groupsOfPluginsAreWeighedByTheirHighestNumbers() {
    Converted converted = JmxConverter.convert(SamplePlan.of(READERS + WRITERS));

    assertThat(arrivals(converted).enabledChildren().get(0).text("RequestMixController.weights"))
        .isEqualTo("readers=90, writers=10");
    assertThat(arrivals(converted).text("OpenLoopThreadGroup.shape"))
        .isEqualTo("pieces 10:0:1 60:1:1 10:0.9:0");
    assertThat(converted.kept())
        .singleElement()
        .asString()
        .contains(
            "change at different times",
            "threads: 0 to 90 in 10 s, 90 for 60 s, 90 to 0 in 10 s",
            "threads: 0 to 10 in 10 s, 10 for 60 s");
    assertThat(converted.changed())
        .noneMatch(it -> it.contains("?"))
        .anyMatch(it -> it.contains("duration: 80s"));
  }

  @Test
  void openModelKeepsItsRatesAndItsLength() {
    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(
                plugin(
                    "OpenModelThreadGroup",
                    "visitors",
                    property(
                        "OpenModelThreadGroup.schedule",
                        "rate(20/s) random_arrivals(10 s) rate(60/s) random_arrivals(10 s)"))));

    assertThat(arrivals(converted).text("OpenLoopThreadGroup.rate")).isEqualTo("${__P(rate,60)}");
    assertThat(arrivals(converted).text("OpenLoopThreadGroup.shape"))
        .isEqualTo("pieces 10:0.333333:1 10:1:1");
    assertThat(converted.changed()).anyMatch(it -> it.contains("rate: 60 and duration: 20s"));
    assertThat(converted.kept()).isEmpty();
  }

  @Test
  void schedulesOfOpenModelsAreReadAsJMeterReadsThem() {
    assertThat(
            OpenModelSchedule.parse(
                "rate(60/min) even_arrivals(1 min 30 s) /* then */ pause(5s) // rest\n rate(0) "))
        .containsExactly(new Piece(90, 1, 1), new Piece(5, 0, 0));
    assertThat(OpenModelSchedule.parse("rate(0/s) random_arrivals(10 s) rate(5/s)"))
        .containsExactly(new Piece(10, 0, 5));
  }

  @Test
  void arrivalsPerMinuteBecomeArrivalsPerSecond() {
    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(
                plugin(
                    "com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup",
                    "visits",
                    rows("Schedule", "60 600 1", "600 600 2") + property("Unit", "M"))));

    assertThat(arrivals(converted).text("OpenLoopThreadGroup.rate")).isEqualTo("${__P(rate,10)}");
    assertThat(arrivals(converted).text("OpenLoopThreadGroup.shape"))
        .isEqualTo("pieces 60:0.1:1 120:1:1");
  }

  @Test
  void stepsOfThreadsAreSteps() {
    GroupProfile profile =
        of(
            plugin(
                "kg.apc.jmeter.threads.SteppingThreadGroup",
                "steps",
                property("ThreadGroup.num_threads", "${__P(users,20)}")
                    + property("Threads initial delay", "5")
                    + property("Start users count", "10")
                    + property("Start users count burst", "0")
                    + property("Start users period", "30")
                    + property("rampUp", "4")
                    + property("flighttime", "60")
                    + property("Stop users count", "20")
                    + property("Stop users period", "1")));

    assertThat(profile.pieces())
        .containsExactly(
            new Piece(5, 0, 0),
            new Piece(4, 0, 10),
            new Piece(30, 10, 10),
            new Piece(4, 10, 20),
            new Piece(60, 20, 20));
    assertThat(profile.seconds()).isCloseTo(103, within(1e-9));
  }

  @Test
  void shapingTimerIsTheCourseOfTheRequests() {
    String timer =
        "<kg.apc.jmeter.timers.VariableThroughputTimer testname=\"shape\">%s</kg.apc.jmeter.timers.VariableThroughputTimer><hashTree/>"
            .formatted(rows("load_profile", "1 50 30", "50 50 60"));
    Converted converted =
        JmxConverter.convert(SamplePlan.of(group("g", 40, timer + get("a", "/a", ""))));

    assertThat(arrivals(converted).text("OpenLoopThreadGroup.shape"))
        .isEqualTo("pieces 30:0.02:1 60:1:1");
    assertThat(arrivals(converted).text("OpenLoopThreadGroup.rate")).isEqualTo("${__P(rate,50)}");
    assertThat(converted.changed()).anyMatch(it -> it.contains("requests/s: 1 to 50 in 30 s"));
  }

  @Test
  void whatIsNoNumberIsListedAsLost() {
    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(
                plugin(
                    "com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup",
                    "visits",
                    property("TargetLevel", "${__javaScript(1)}"))));

    assertThat(converted.kept())
        .singleElement()
        .asString()
        .startsWith("the course of \"visits\" (ArrivalsThreadGroup, line 4) is lost");
    assertThat(arrivals(converted).text("OpenLoopThreadGroup.shape")).isEqualTo("constant");
  }

  @Test
  void numbersThatNoPersonMeansAreNoProfile() {
    String stepping = "kg.apc.jmeter.threads.SteppingThreadGroup";
    String concurrency = "com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup";
    String rows =
        rows("ultimatethreadgroupdata", "1 0 1 1 1 ".repeat(1001).strip().split("(?<=1 1 1) "));
    List<String> groups =
        List.of(
            plugin(stepping, "g", property("ThreadGroup.num_threads", "2000000000")),
            plugin(stepping, "g", property("ThreadGroup.num_threads", "NaN")),
            plugin(
                concurrency, "g", property("TargetLevel", "5") + property("Steps", "2000000000")),
            plugin("kg.apc.jmeter.threads.UltimateThreadGroup", "g", rows));
    for (String group : groups) {
      JmxNode node = SamplePlan.of(group).top().enabledChildren().get(0);
      assertThat(GroupProfile.of(node, it -> it)).as(node.title()).isEmpty();
    }
  }

  private static GroupProfile of(String group) {
    JmxNode node = SamplePlan.of(group).top().enabledChildren().get(0);
    return GroupProfile.of(node, it -> it.replaceAll("\\$\\{__P\\(\\w+,(\\d+)\\)}", "$1"))
        .orElseThrow();
  }

  private static JmxNode arrivals(Converted converted) {
    return JmxDocument.parse("open.jmx", converted.text().getBytes(StandardCharsets.UTF_8))
        .top()
        .enabledChildren()
        .stream()
        .filter(JmxNode::isOpenLoop)
        .findFirst()
        .orElseThrow();
  }

  private static String plugin(String type, String name, String properties) {
    return "<%1$s testclass=\"%1$s\" testname=\"%2$s\">%3$s</%1$s><hashTree>%4$s</hashTree>"
        .formatted(type, name, properties, get(name + " read", "/items", ""));
  }

  private static String property(String name, String value) {
    return "<stringProp name=\"%s\">%s</stringProp>".formatted(name, value);
  }

  private static String rows(String name, String... rows) {
    StringBuilder text = new StringBuilder("<collectionProp name=\"%s\">".formatted(name));
    for (String row : List.of(rows)) {
      text.append("<collectionProp name=\"row\">");
      for (String cell : List.of(row.split(" "))) {
        text.append(property("c", cell));
      }
      text.append("</collectionProp>");
    }
    return text.append("</collectionProp>").toString();
  }
}
