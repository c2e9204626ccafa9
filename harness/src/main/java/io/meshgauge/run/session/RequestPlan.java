package io.meshgauge.run.session;

import io.meshgauge.application.Application.Line;
import io.meshgauge.application.Application.Load;
import io.meshgauge.application.Application.Request;
import io.meshgauge.measure.RequestKind.Denial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * A shipped plan that sends the requests of an application in place of the sample's: shape, pacing
 * and recording stay as they are.
 */
final class RequestPlan {
  private static final String MIX = "io.meshgauge.load.jmeter.RequestMixController";
  private static final String SAMPLER = "io.meshgauge.load.jmeter.LeanHttpSampler";
  private static final String TREE = "hashTree";

  private final Document plan;

  private RequestPlan(Document plan) {
    this.plan = plan;
  }

  /**
   * Whether the requests of a load are described, so that they replace those of the plan's file.
   */
  static boolean isDescribed(Load load) {
    return load.requests().values().stream().anyMatch(it -> !it.line().path().isEmpty());
  }

  /**
   * Writes a plan.
   *
   * @param shipped the plan whose shape is used
   * @param to the file
   * @throws RunException if the shipped plan cannot be read, or the file not written
   */
  static void write(Path shipped, Load load, Path to) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      Document plan = factory.newDocumentBuilder().parse(shipped.toFile());
      new RequestPlan(plan).replace(load);
      Files.createDirectories(Objects.requireNonNull(to.getParent()));
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(plan), new StreamResult(to.toFile()));
    } catch (IOException | SAXException | ParserConfigurationException | TransformerException e) {
      throw new RunException(
          "the plan %s cannot be made of %s: %s".formatted(to, shipped, e.getMessage()), e);
    }
  }

  private void replace(Load load) {
    Element mix = only(MIX);
    Element template = only(SAMPLER);
    Element children = next(mix);
    while (children.getFirstChild() != null) {
      children.removeChild(children.getFirstChild());
    }
    load.requests()
        .forEach(
            (label, request) -> {
              children.appendChild(sampler(template, label, request));
              children.appendChild(plan.createElement(TREE));
            });
    set(mix, "RequestMixController.weights", "${__P(mix,%s)}".formatted(weights(load)));
  }

  private static String weights(Load load) {
    return load.requests().entrySet().stream()
        .map(it -> it.getKey() + "=" + it.getValue().weight())
        .collect(Collectors.joining("\\, "));
  }

  private static Node sampler(Element template, String label, Request request) {
    Element sampler = (Element) template.cloneNode(true);
    Line line = request.line();
    sampler.setAttribute("testname", label);
    set(sampler, "LeanHttpSampler.method", line.method());
    set(sampler, "LeanHttpSampler.path", line.path());
    set(sampler, "LeanHttpSampler.headers", headers(line.headers()));
    set(sampler, "LeanHttpSampler.body", line.body());
    set(sampler, "LeanHttpSampler.token", line.token());
    if (line.token().isEmpty()) {
      set(sampler, "LeanHttpSampler.tokens", "");
    }
    String expected =
        line.expect().stream().map(Object::toString).collect(Collectors.joining(", "));
    set(
        sampler,
        "LeanHttpSampler.expectedStatus",
        request.kind().denial() == Denial.TOKEN
            ? "${__P(unauthenticatedStatus,%s)}".formatted(expected)
            : expected);
    return sampler;
  }

  private static String headers(Map<String, String> headers) {
    return headers.entrySet().stream()
        .map(header -> header.getKey() + ": " + header.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static void set(Element element, String property, String value) {
    elements(element.getChildNodes()).stream()
        .filter(it -> it.getAttribute("name").equals(property))
        .findFirst()
        .orElseThrow(() -> new RunException("the plan's template has no " + property))
        .setTextContent(value);
  }

  private Element only(String type) {
    List<Element> found = elements(plan.getElementsByTagName(type));
    if (found.isEmpty()) {
      throw new RunException("the plan has no " + type + "; its requests cannot be replaced");
    }
    return found.get(0);
  }

  /** The tree that holds an element's children: the next element. */
  private static Element next(Element element) {
    Node next = element.getNextSibling();
    while (!(next instanceof Element)) {
      next = Objects.requireNonNull(next, "an element without a tree").getNextSibling();
    }
    return (Element) next;
  }

  private static List<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .toList();
  }
}
