package io.meshgauge.config.jmx;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * A JMeter plan as XML, with the line of every element. A document type, and with it every entity,
 * is refused.
 */
public final class JmxDocument {
  private static final int MAX_BYTES = 16 << 20;
  private static final String TO_DO = "save the plan again with JMeter";

  private final String source;
  private final Document document;
  private List<String> included = List.of();

  private JmxDocument(String source, Document document) {
    this.source = source;
    this.document = document;
  }

  /**
   * Reads a file and the plans that it includes, which take the place of its Include Controllers.
   *
   * @throws JmxException if one is not readable, or no plan
   */
  public static JmxDocument read(Path file) {
    JmxDocument plan = alone(file);
    Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
    plan.included = new Includes(folder).resolve(plan);
    return plan;
  }

  /** Reads a file without what it includes. */
  static JmxDocument alone(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new JmxException(
            file.toString(),
            0,
            "it has more than %d MiB".formatted(MAX_BYTES >> 20),
            "a JMeter plan of a smaller size",
            "leave out recorded responses");
      }
      return parse(file.toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw new JmxException(
          file.toString(),
          0,
          "it cannot be read (%s)".formatted(e.getClass().getSimpleName()),
          "a JMeter plan (.jmx)",
          "check the path");
    }
  }

  /**
   * Parses a plan.
   *
   * @param source its name in messages
   * @throws JmxException if it is no plan
   */
  public static JmxDocument parse(String source, byte[] text) {
    try {
      SAXParserFactory factory = SAXParserFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      SAXParser parser = factory.newSAXParser();
      TreeBuilder builder =
          new TreeBuilder(DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument());
      parser.setProperty("http://xml.org/sax/properties/lexical-handler", builder);
      parser.parse(new ByteArrayInputStream(text), builder);
      return new JmxDocument(source, builder.document()).checked();
    } catch (SAXParseException e) {
      throw new JmxException(
          source,
          Math.max(0, e.getLineNumber()),
          "not XML that can be read: " + shortened(e),
          "a JMeter plan without a document type",
          TO_DO);
    } catch (SAXException | IOException e) {
      throw new JmxException(
          source, 0, "not XML that can be read: " + shortened(e), "a JMeter plan", TO_DO);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("this JDK has no safe XML parser", e);
    }
  }

  private static String shortened(Exception e) {
    String message = String.valueOf(e.getMessage());
    return message.length() > 300 ? message.substring(0, 300) + " …" : message;
  }

  private JmxDocument checked() {
    Element top = document.getDocumentElement();
    if (!top.getTagName().equals("jmeterTestPlan") || JmxNode.trees(top).isEmpty()) {
      throw new JmxException(
          source,
          JmxNode.line(top),
          "the first element is <%s>".formatted(top.getTagName()),
          "<jmeterTestPlan> with a <hashTree>",
          "name a file that JMeter has saved");
    }
    if (testPlan() == null) {
      throw new JmxException(source, 0, "there is no <TestPlan> in it", "one", TO_DO);
    }
    return this;
  }

  private @Nullable JmxNode testPlan() {
    return JmxNode.of(JmxNode.trees(document.getDocumentElement()).get(0)).stream()
        .filter(node -> node.type().equals("TestPlan"))
        .findFirst()
        .orElse(null);
  }

  /** Its name in messages. */
  public String source() {
    return source;
  }

  /** The included plans, relative to its folder. */
  List<String> included() {
    return included;
  }

  /** The test plan, which contains all other elements. */
  public JmxNode top() {
    JmxNode top = testPlan();
    if (top == null) {
      throw new IllegalStateException("checked when it was parsed");
    }
    return top;
  }

  Document document() {
    return document;
  }

  /** The plan as XML; unchanged parts keep their white space and comments. */
  public String text() {
    try {
      Transformer transformer = TransformerFactory.newInstance().newTransformer();
      transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
      transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      StringWriter text = new StringWriter();
      transformer.transform(new DOMSource(document), new StreamResult(text));
      return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text + "\n";
    } catch (TransformerException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
  }
}
