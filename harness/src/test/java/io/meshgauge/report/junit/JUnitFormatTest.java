package io.meshgauge.report.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JUnitFormatTest {

  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void aTestCasePerCriterionAndAFailurePerBrokenOne(String sample) throws Exception {
    Report report = SampleReports.report(sample);
    StringBuilder text = new StringBuilder();
    new JUnitFormat().write(report, text);

    Document document =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)));

    Element root = document.getDocumentElement();
    assertThat(document.getElementsByTagName("testcase").getLength())
        .isEqualTo(report.criteria().size());
    assertThat(document.getElementsByTagName("failure").getLength())
        .isEqualTo(report.broken().size());
    assertThat(root.getAttribute("failures")).isEqualTo("" + report.broken().size());
  }
}
