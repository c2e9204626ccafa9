package io.meshgauge.config.jmx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * An element of a plan with the tree below it.
 *
 * @param element its XML
 * @param tree the {@code hashTree} behind it; null if there is none
 */
public record JmxNode(Element element, @Nullable Element tree) {
  private static final String TREE = "hashTree";

  /** The elements of a tree. */
  static List<JmxNode> of(Element tree) {
    List<JmxNode> nodes = new ArrayList<>();
    List<Element> children = elements(tree);
    for (int i = 0; i < children.size(); i++) {
      Element child = children.get(i);
      if (child.getTagName().equals(TREE)) {
        continue;
      }
      Element next = i + 1 < children.size() ? children.get(i + 1) : null;
      nodes.add(new JmxNode(child, next != null && next.getTagName().equals(TREE) ? next : null));
    }
    return nodes;
  }

  static List<Element> elements(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node it = parent.getFirstChild(); it != null; it = it.getNextSibling()) {
      if (it instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }

  static List<Element> trees(Element parent) {
    return elements(parent).stream().filter(it -> it.getTagName().equals(TREE)).toList();
  }

  static int line(Element element) {
    return element.getUserData(TreeBuilder.LINE) instanceof Integer line ? line : 0;
  }

  /** Line of its start tag in the file. */
  public int line() {
    return line(element);
  }

  /** The file that it is in, if that is not the plan's own but an included one. */
  Optional<String> source() {
    return Optional.ofNullable((String) element.getUserData(TreeBuilder.SOURCE));
  }

  /** Its name in JMeter's tree. */
  public String name() {
    return element.getAttribute("testname");
  }

  /** The tag: an alias of JMeter such as {@code ThreadGroup}, or the name of a class. */
  public String type() {
    return element.getTagName();
  }

  /** Whether it is switched on; a disabled element disables what is below it. */
  public boolean enabled() {
    return !element.getAttribute("enabled").equals("false");
  }

  /** Name and line, for texts. */
  public String title() {
    return "\"%s\" (%s, line %d%s)"
        .formatted(name(), shortType(), line(), source().map(it -> " of " + it).orElse(""));
  }

  /** Its type without a package. */
  public String shortType() {
    return type().substring(type().lastIndexOf('.') + 1);
  }

  /** The elements below it. */
  public List<JmxNode> children() {
    return tree == null ? List.of() : of(tree);
  }

  /** The enabled elements below it. */
  public List<JmxNode> enabledChildren() {
    return children().stream().filter(JmxNode::enabled).toList();
  }

  /** A property; empty if it is absent or empty. */
  public String text(String property) {
    return found(property).map(Element::getTextContent).orElse("").strip();
  }

  /** A property that is true; the default if it is absent. */
  boolean is(String property, boolean otherwise) {
    String text = text(property);
    return text.isEmpty() ? otherwise : text.equals("true");
  }

  /** The XML of a property. */
  Optional<Element> found(String property) {
    return elements(element).stream()
        .filter(it -> it.getAttribute("name").equals(property))
        .findFirst();
  }

  /** Texts of all properties of a name at any depth of the element. */
  List<String> texts(String property) {
    List<String> texts = new ArrayList<>();
    collect(element, property, texts);
    return texts;
  }

  private static void collect(Element parent, String property, List<String> texts) {
    for (Element child : elements(parent)) {
      if (child.getAttribute("name").equals(property) && elements(child).isEmpty()) {
        texts.add(child.getTextContent().strip());
      }
      collect(child, property, texts);
    }
  }

  /** The classes of the elements that are properties of this one, at any depth. */
  List<String> parts() {
    NodeList all = element.getElementsByTagName("elementProp");
    return IntStream.range(0, all.getLength())
        .mapToObj(it -> ((Element) all.item(it)).getAttribute("elementType"))
        .filter(it -> !it.isEmpty())
        .distinct()
        .toList();
  }

  /** Items of a collection property, such as the arguments of a sampler. */
  List<JmxNode> items(String property, String collection) {
    return found(property).stream()
        .flatMap(it -> elements(it).stream())
        .filter(it -> it.getAttribute("name").equals(collection))
        .flatMap(it -> elements(it).stream())
        .map(it -> new JmxNode(it, null))
        .toList();
  }

  boolean isHttpSampler() {
    return type().startsWith("HTTPSampler") || type().equals("AjpSampler");
  }

  /** Whether it is a sampler, as far as its type says. */
  boolean isSampler() {
    return isHttpSampler() || type().endsWith("Sampler") || type().endsWith("SamplerGui");
  }

  boolean isLean() {
    return type().equals(OpenLoop.LEAN);
  }

  boolean isOpenLoop() {
    return type().equals(OpenLoop.GROUP);
  }

  /** Whether it is a thread group of any kind. */
  boolean isThreadGroup() {
    return type().endsWith("ThreadGroup");
  }

  /** Whether it is a thread group that sends the load. */
  boolean isMainGroup() {
    return isThreadGroup()
        && !type().equals("SetupThreadGroup")
        && !type().equals("PostThreadGroup");
  }
}
