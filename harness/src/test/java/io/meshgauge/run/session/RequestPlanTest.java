package io.meshgauge.run.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.application.Application;
import io.meshgauge.topology.SampleServices;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class RequestPlanTest {
  private static final Path PLANS =
      ProjectLayout.find().root().resolve("jmeter-plans/src/main/jmx");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"steady", "stress", "stages", "retry-storm"})
  void theSamplesRequestsAreThoseOfTheShippedPlans(String name) throws Exception {
    Path shipped = PLANS.resolve(name + ".jmx");
    Path written = folder.resolve("plan.jmx");

    RequestPlan.write(shipped, SampleServices.APPLICATION.load(Application.EVERY_PLAN), written);

    assertThat(requests(written)).containsExactlyInAnyOrderElementsOf(requests(shipped)).hasSize(5);
    assertThat(rest(written)).isEqualTo(rest(shipped));
  }

  /** The samplers, as name and properties; headers in one order. */
  private static List<String> requests(Path plan) throws Exception {
    NodeList samplers =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(plan.toFile())
            .getElementsByTagName("io.meshgauge.load.jmeter.LeanHttpSampler");
    return IntStream.range(0, samplers.getLength())
        .mapToObj(i -> (Element) samplers.item(i))
        .map(it -> it.getAttribute("testname") + ":" + properties(it))
        .toList();
  }

  private static List<String> properties(Element sampler) {
    NodeList properties = sampler.getElementsByTagName("stringProp");
    return IntStream.range(0, properties.getLength())
        .mapToObj(i -> (Element) properties.item(i))
        .map(
            it ->
                it.getAttribute("name")
                    + "="
                    + it.getTextContent().strip().lines().sorted().toList())
        .toList();
  }

  /** Shape, pacing and recording. */
  private static List<String> rest(Path plan) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plan.toFile());
    return Stream.of("OpenLoopThreadGroup", "HistogramRecorder")
        .map(type -> document.getElementsByTagName("io.meshgauge.load.jmeter." + type).item(0))
        .flatMap(element -> properties((Element) element).stream())
        .toList();
  }
}
