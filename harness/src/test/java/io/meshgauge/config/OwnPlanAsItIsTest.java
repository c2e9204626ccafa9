package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.load.LoadRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses and arrivals of a user's own plan, as it was written for another place. */
class OwnPlanAsItIsTest extends OwnPlanFiles {
  private static final String VISITORS =
      """
      <jmeterTestPlan version="1.2"><hashTree>
      <TestPlan testclass="TestPlan" testname="plan"/><hashTree>
      <OpenModelThreadGroup testclass="OpenModelThreadGroup" testname="visitors">
      <stringProp name="OpenModelThreadGroup.schedule">%s</stringProp></OpenModelThreadGroup><hashTree>
      <HTTPSamplerProxy testclass="HTTPSamplerProxy" testname="items"><stringProp name="HTTPSampler.domain">shop.example.com</stringProp></HTTPSamplerProxy>
      <hashTree/></hashTree>%s</hashTree></hashTree></jmeterTestPlan>
      """;

  @Test
  void openModelSetsRateWindowAndArrivalsUnlessTheExperimentDoes() throws IOException {
    Files.writeString(
        mine.resolve("shop.jmx"),
        VISITORS.formatted("rate(20/s) even_arrivals(10 s) rate(${__P(peak)}/s)", ""));
    Path file = file("{%s, properties: {peak: '60'}}".formatted(SHOP));

    Experiment experiment = configuration.file(file, Overrides.NONE).experiment();
    Plan plan = experiment.plans().get(0);
    assertThat(plan.isClosedLoop()).isFalse();
    assertThat(plan.hasRate()).isTrue();
    assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(10));
    assertThat(experiment.protocol().rate()).hasValue(60);
    Plan.OpenModel model = plan.openModel().orElseThrow();
    assertThat(model.arrival()).isEqualTo("uniform");
    assertThat(model.words()).isEqualTo("arrivals/s: 20 to 60 in 10 s");
    assertThat(LoadRequest.of(plan, file, folder, plan.duration()).properties())
        .containsEntry("shape", "pieces 10:0.333333:1");

    assertThat(configuration.file(file, Overrides.NONE).notes())
        .noneMatch(it -> it.contains("one rate"));
    Files.writeString(file, Files.readString(file).replace("plans:\n", "plans:\n  - steady\n"));
    assertThat(configuration.file(file, Overrides.NONE).notes())
        .anyMatch(it -> it.contains("A session has one rate") && it.contains("holds for steady"));

    Overrides others = new Overrides(new TreeMap<>(Map.of("rate", "30", "duration", "15s")));
    Experiment scaled = configuration.file(file, others).experiment();
    assertThat(scaled.protocol().rate()).hasValue(30);
    assertThat(scaled.plans().get(1).duration()).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void windowFitsIntoAPlanThatEndsByItself() throws IOException {
    Path plan = mine.resolve("shop.jmx");
    Files.writeString(
        plan,
        VISITORS
            .formatted("", "")
            .replace("OpenModelThreadGroup testclass=\"OpenModelThreadGroup\"", "ThreadGroup")
            .replace("</OpenModelThreadGroup>", "</ThreadGroup>")
            .replace(
                "<stringProp name=\"OpenModelThreadGroup.schedule\"></stringProp>",
                "<boolProp name='ThreadGroup.scheduler'>true</boolProp><stringProp name='ThreadGroup.duration'>24</stringProp>"));
    Plan found = read("{%s}".formatted(SHOP));
    assertThat(found.duration()).isEqualTo(Duration.ofSeconds(11));
    assertThat(found.properties()).isEqualTo(Map.of("warmupSeconds", "5"));
    assertThat(read("{%s, duration: 10s}".formatted(SHOP)).properties())
        .isEqualTo(Map.of("warmupSeconds", "6"));
    assertRefused(
        "{%s, duration: 20s}".formatted(SHOP),
        "the plan ends by itself after 24 s, and its window is 20 s",
        "write duration: 11s; or make the schedule longer in JMeter");

    String shaped =
        "<kg.apc.jmeter.timers.VariableThroughputTimer testname='shape'><collectionProp name='load_profile'><collectionProp name='r'><stringProp name='a'>1</stringProp><stringProp name='b'>1</stringProp><stringProp name='c'>20</stringProp></collectionProp></collectionProp></kg.apc.jmeter.timers.VariableThroughputTimer><hashTree/><HTTPSamplerProxy ";
    Files.writeString(plan, Files.readString(plan).replace("<HTTPSamplerProxy ", shaped));
    assertRefused(
        "{%s}".formatted(SHOP),
        "the plan ends by itself after 20 s, and its window is 10 s",
        "do: make the schedule longer");
  }

  @Test
  void openModelWithoutNumbersOrWithOtherGroupsIsRefused() throws IOException {
    String rate = "rate(${__P(peak)}/s) random_arrivals(10 s)";
    Files.writeString(mine.resolve("shop.jmx"), VISITORS.formatted(rate, ""));
    assertRefused(
        "{%s}".formatted(SHOP),
        "shop.jmx:3:1: the thread group \"visitors\" has a schedule of arrivals that cannot be read",
        "write properties: {NAME: VALUE} behind the plan's jmx:");
    Files.writeString(
        mine.resolve("shop.jmx"),
        VISITORS.formatted(
            "rate(1/s) random_arrivals(10 s)",
            "<ThreadGroup testclass=\"ThreadGroup\" testname=\"others\"/><hashTree/>"));
    assertRefused(
        "{%s}".formatted(SHOP),
        "\"visitors\" schedules arrivals, and is one of 2 thread groups",
        "./meshgauge plan convert");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${__P(server)} | target: none.example.com | sends to ${__P(server)}, and nothing sets the property server | write target: none.example.com, properties: {server: none.example.com}",
        "${__P(server)} | jtl: true | sends to ${__P(server)}, and nothing sets | write target: app.test, properties: {server: app.test}",
        "${__P(server,a.test)} | jtl: true | would send to a.test | write target: a.test behind",
        "${__P(server)} | properties: {server: b.test} | would send to b.test | write target: b.test behind",
        "${__BeanShell(vars.get(\"h\"))} | jtl: true | which is known only when the plan runs | write target: HOST:PORT behind",
        "${__V(h_${n})} | jtl: true | which is known only when the plan runs | write target: HOST:PORT behind",
      })
  void addressThatIsNoTextIsRefusedWithTheLineToWrite(
      String host, String entry, String message, String line) throws IOException {
    change(">shop.example.com<", ">%s<".formatted(host.replace("\"", "&quot;")));
    assertRefused("{name: shop, jmx: shop.jmx, %s}".formatted(entry), message, line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${__P(server)} | target: a.test, properties: {server: a.test}",
        "${__P(server,a.test)} | target: a.test",
        "${__property(server)} | target: 'a.test:80', properties: {server: a.test}",
        "${__BeanShell(vars.get(\"h\"))} | target: a.test",
        "${__V(h_${n})} | target: 'a.test:8080'",
        "${address} | target: a.test",
      })
  void addressThatIsNoTextIsReachedByATarget(String host, String entry) throws IOException {
    change(">shop.example.com<", ">%s<".formatted(host.replace("\"", "&quot;")));
    assertThat(read("{name: shop, jmx: shop.jmx, %s}".formatted(entry)).own()).isPresent();
  }

  @Test
  void hostOfTheEntryWithAnotherPortIsReachedByATarget() throws IOException {
    change(
        "HTTPSampler.domain\">shop.example.com<",
        "HTTPSampler.domain\">${__P(host)}</stringProp><stringProp name=\"HTTPSampler.port\">8080<");
    assertRefused(
        "{%s}".formatted(SHOP),
        "sends to the host of the entry, but to the port \"8080\"",
        "write target: shop.example.com:8080 behind the plan's jmx:, or ${__P(port)} as its port");
    Plan plan = read("{name: shop, jmx: shop.jmx, target: 'shop.example.com:8080'}");
    assertThat(plan.own()).isPresent();
  }
}
