package io.meshgauge.report.junit;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.report.junit.TestSuite.State;
import io.meshgauge.report.junit.TestSuite.TestCase;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML: a test suite per variant and plan, a test case per criterion, and the reason in words
 * in each failure.
 *
 * <p>All criteria of a variant rest on the same runs. Their measured time is that of the first
 * criterion, which judges the runs themselves, and the others have none: build servers add the
 * times of test cases.
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
      new Suites(report, TestSuite.of(report), xml).write();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("cannot write JUnit XML: " + e.getMessage(), e);
    }
    out.append(text.toString()).append('\n');
  }

  private record Suites(Report report, List<TestSuite> suites, XMLStreamWriter xml) {

    void write() throws XMLStreamException {
      start(0, "testsuites");
      attribute("name", report.session().experiment().name());
      counts(suites);
      for (TestSuite suite : suites) {
        suite(suite);
      }
      end(0);
    }

    private void suite(TestSuite suite) throws XMLStreamException {
      start(1, "testsuite");
      attribute("name", suite.name());
      counts(List.of(suite));
      attribute("skipped", Long.toString(suite.count(State.SKIPPED)));
      attribute("timestamp", ReportText.xsdDateTime(suite.started()));
      start(2, "properties");
      for (var property : suite.properties().entrySet()) {
        start(3, "property");
        attribute("name", property.getKey());
        attribute("value", property.getValue());
        xml.writeEndElement();
      }
      end(2);
      double seconds = suite.seconds();
      for (TestCase test : suite.cases()) {
        test(suite, test, seconds);
        seconds = 0;
      }
      end(1);
    }

    private void test(TestSuite suite, TestCase test, double seconds) throws XMLStreamException {
      start(2, "testcase");
      attribute("classname", suite.name());
      attribute("name", test.name());
      attribute("time", Amounts.fixed(seconds, 3));
      switch (test.state()) {
        case PASSED -> {
          start(3, "system-out");
          xml.writeCharacters(VisibleText.of(test.words()));
        }
        case FAILED -> {
          start(3, "failure");
          attribute("message", firstLine(test.words()));
          attribute("type", "criterion");
          for (String line : test.words().lines().toList()) {
            xml.writeCharacters(VisibleText.of(line) + "\n");
          }
          xml.writeCharacters(VisibleText.of("Repeat it: " + report.session().command()));
        }
        case SKIPPED -> {
          start(3, "skipped");
          attribute("message", firstLine(test.words()));
        }
      }
      xml.writeEndElement();
      end(2);
    }

    private static String firstLine(String words) {
      return words.lines().findFirst().orElse("");
    }

    private void counts(List<TestSuite> of) throws XMLStreamException {
      attribute("tests", Integer.toString(of.stream().mapToInt(it -> it.cases().size()).sum()));
      attribute("failures", Long.toString(of.stream().mapToLong(Suites::failures).sum()));
      attribute("errors", "0");
      attribute("time", Amounts.fixed(of.stream().mapToDouble(TestSuite::seconds).sum(), 3));
    }

    private static long failures(TestSuite suite) {
      return suite.count(State.FAILED);
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
