package io.meshgauge.report.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.gate.GateReport;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.SessionFigures;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

@ExtendWith(EnglishAfterwards.class)
class JUnitFormatTest {
  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aTestCasePerCriterionAndAFailurePerBrokenOne(String sample) throws Exception {
    Report report = SampleReports.report(sample);
    Element root = document(report);

    int skipped = all(root, "skipped").size();
    assertThat(all(root, "testcase")).hasSize(report.criteria().size() + skipped);
    assertThat(all(root, "failure")).hasSize(report.broken().size());
    assertThat(root.getAttribute("failures")).isEqualTo("" + report.broken().size());
    assertThat(all(root, "testsuite").stream().mapToInt(it -> number(it, "skipped")).sum())
        .isEqualTo(skipped);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleKeepsToTheSchema(String sample) throws Exception {
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(JUnitFormatTest.class.getResource("junit.xsd"))
        .newValidator()
        .validate(new StreamSource(new StringReader(write(SampleReports.report(sample)))));
  }

  @Test
  void suitesAreNamedByExperimentPlanAndVariant() throws Exception {
    Element root = document(SampleReports.report("two-plans"));

    assertThat(names(all(root, "testsuite")))
        .containsExactly(
            "compare.steady.baseline",
            "compare.steady.istio-mtls (model)",
            "compare.steady.baseline-again",
            "compare.stress.baseline",
            "compare.stress.istio-mtls (model)",
            "compare.stress.baseline-again");
    assertThat(all(root, "testcase"))
        .allSatisfy(
            test ->
                assertThat(test.getAttribute("classname"))
                    .isEqualTo(((Element) test.getParentNode()).getAttribute("name")));
  }

  @Test
  void suitesAndCasesHaveTheSameNamesInAllLanguages() throws Exception {
    Element english = document(Report.of(SampleSessions.twoPlans(), SampleRules.rules()));
    Messages.use(Language.UKRAINIAN);
    Element ukrainian = document(Report.of(SampleSessions.twoPlans(), SampleRules.rules()));
    assertThat(names(all(ukrainian, "testsuite"))).isEqualTo(names(all(english, "testsuite")));
    assertThat(names(all(ukrainian, "testcase"))).isEqualTo(names(all(english, "testcase")));
    assertThat(all(ukrainian, "property"))
        .filteredOn(it -> it.getAttribute("name").equals("runs"))
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.getAttribute("value")).endsWith(" valid"));
  }

  @Test
  void theTimesOfTestCasesAddUpToTheMeasuredTime() throws Exception {
    Element root = document(SampleReports.report("four-way"));

    assertThat(root.getAttribute("time")).as("15 runs of 20 s").isEqualTo("300.000");
    assertThat(all(root, "testcase").stream().mapToDouble(JUnitFormatTest::seconds).sum())
        .isEqualTo(300);
    assertThat(all(root, "testsuite"))
        .allSatisfy(
            suite -> {
              assertThat(suite.getAttribute("time")).isEqualTo("60.000");
              assertThat(suite.getAttribute("timestamp")).startsWith("2026-11-21T10:");
            });
  }

  @Test
  void aFailureHasItsMessageOnOneLineAndTheWholeTextInItsBody() throws Exception {
    List<Element> failures = all(document(SampleReports.report("troubled")), "failure");

    assertThat(failures)
        .filteredOn(it -> it.getTextContent().contains("order-proxy ended"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.getAttribute("message")).startsWith("Runs: 2 valid, 1 failed");
              assertThat(it.getTextContent()).contains("\nRepeat it: ./meshgauge run");
            });
  }

  @Test
  void anObjectiveThatAPlanIsNotHeldToIsSkippedWithItsReason() throws Exception {
    Element root = document(SampleReports.report("stream"));

    assertThat(all(root, "skipped"))
        .isNotEmpty()
        .allSatisfy(
            it -> {
              assertThat(it.getAttribute("message"))
                  .isEqualTo("plan tcp is not held to it, since it sends no requests");
              assertThat(((Element) it.getParentNode()).getAttribute("name")).startsWith("slo ");
            });
  }

  /** A report that was not compared, since a fact differs from the accepted session's. */
  private static Report refused(String fact) {
    SessionFigures elsewhere =
        SessionFigures.of(SampleSessions.elsewhere(), "other", "0".repeat(64));
    return GateReport.refused(
        Report.of(SampleSessions.singleReplicate(), SampleRules.rules()),
        new AcceptedSessions("main", List.of(elsewhere)),
        List.of(fact));
  }

  @Test
  void aGateThatCouldNotCompareIsSkippedWithWhatDiffers() throws Exception {
    Element root = document(refused("cpu.cores: 2 against 3"));

    assertThat(names(all(root, "testsuite"))).contains("compare.accepted sessions");
    assertThat(all(root, "skipped"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.getAttribute("message"))
                    .contains("not compared with accepted/main", "cpu.cores: 2 against 3"));
  }

  @Test
  void aGateThatCouldNotCompareIsFoundInUkrainianToo() {
    Messages.use(Language.UKRAINIAN);

    assertThat(GateReport.refusalIn(refused("cpu.cores: 2 проти 3")))
        .hasValueSatisfying(it -> assertThat(it).startsWith("не порівняно з accepted/main: "));
  }

  @Test
  void propertiesSayWhatWasMeasured() throws Exception {
    Element suite = all(document(SampleReports.report("policies")), "testsuite").get(2);

    assertThat(all(suite, "property"))
        .extracting(it -> it.getAttribute("name") + "=" + it.getAttribute("value"))
        .contains(
            "mesh=istio-mtls",
            "fidelity=model",
            "variant.policy=rbac",
            "runs=3 valid",
            "environment.cpu.cores=2");
  }

  private static Element document(Report report) throws Exception {
    Document document =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(write(report))));
    return document.getDocumentElement();
  }

  private static String write(Report report) throws Exception {
    StringBuilder text = new StringBuilder();
    new JUnitFormat().write(report, text);
    return text.toString();
  }

  private static List<Element> all(Element below, String name) {
    NodeList found = below.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static List<String> names(List<Element> elements) {
    return elements.stream().map(it -> it.getAttribute("name")).toList();
  }

  private static int number(Element element, String attribute) {
    return Integer.parseInt(element.getAttribute(attribute));
  }

  private static double seconds(Element element) {
    return Double.parseDouble(element.getAttribute("time"));
  }
}
