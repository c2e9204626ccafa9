package io.meshgauge.report.junit;

import io.meshgauge.report.Arm;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.ReportText;
import io.meshgauge.report.VisibleText;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML: a test suite per variant and plan, a test case per criterion, and the reason in words
 * in each failure.
 */
public final class JUnitFormat implements ReportFormat {

  @Override
  public String name() {
    return "junit";
  }

  @Override
  public String fileName() {
    return "junit.xml";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      new Suites(report, xml).write();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("cannot write JUnit XML: " + e.getMessage(), e);
    }
    out.append(text.toString()).append('\n');
  }

  private record Suites(Report report, XMLStreamWriter xml) {

    void write() throws XMLStreamException {
      start(0, "testsuites");
      counts(report.session().experiment().name(), report.criteria());
      for (PlanReport plan : report.plans()) {
        for (Arm arm : plan.arms()) {
          suite(plan, arm);
        }
      }
      end(0);
    }

    private void suite(PlanReport plan, Arm arm) throws XMLStreamException {
      List<CriterionResult> cases =
          report.criteria().stream()
              .filter(result -> result.plan().equals(plan.name()))
              .filter(result -> result.variant().equals(arm.name()))
              .toList();
      String suite = arm.label() + " × " + plan.name();
      start(1, "testsuite");
      counts(suite, cases);
      attribute("timestamp", ReportText.xsdDateTime(report.session().started()));
      for (CriterionResult result : cases) {
        start(2, "testcase");
        attribute("classname", suite);
        attribute("name", result.name());
        attribute("time", "0");
        if (result.passed()) {
          start(3, "system-out");
          xml.writeCharacters(VisibleText.of(result.words()));
        } else {
          start(3, "failure");
          attribute("message", result.words());
          attribute("type", "criterion");
          xml.writeCharacters(VisibleText.of(result.words() + " Repeat it: " + command()));
        }
        xml.writeEndElement();
        end(2);
      }
      end(1);
    }

    private String command() {
      return report.session().command();
    }

    private void counts(String name, List<CriterionResult> cases) throws XMLStreamException {
      long failures = cases.stream().filter(result -> !result.passed()).count();
      attribute("name", name);
      attribute("tests", Integer.toString(cases.size()));
      attribute("failures", Long.toString(failures));
      attribute("errors", "0");
      attribute("skipped", "0");
      attribute("time", "0");
    }

    private void attribute(String name, String value) throws XMLStreamException {
      xml.writeAttribute(name, VisibleText.of(value));
    }

    private void start(int depth, String element) throws XMLStreamException {
      indent(depth);
      xml.writeStartElement(element);
    }

    private void end(int depth) throws XMLStreamException {
      indent(depth);
      xml.writeEndElement();
    }

    private void indent(int depth) throws XMLStreamException {
      xml.writeCharacters("\n" + "  ".repeat(depth));
    }
  }
}
