package io.meshgauge.config.jmx;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Changes of a plan's XML. */
final class JmxEdit {
  private final Document document;

  JmxEdit(Document document) {
    this.document = document;
  }

  /** A new element with a form, a class and a name. */
  Element element(String type, String form, String name) {
    Element made = document.createElement(type);
    made.setAttribute("guiclass", form);
    made.setAttribute("testclass", type);
    made.setAttribute("testname", name);
    made.setAttribute("enabled", "true");
    return made;
  }

  /** One of the project's own elements. */
  Element own(String type, String name) {
    return element(type, OpenLoop.form(type), name);
  }

  Element tree() {
    return document.createElement("hashTree");
  }

  /** Adds a property behind the others. */
  void put(Element element, String kind, String name, String value) {
    Element property = document.createElement(kind);
    property.setAttribute("name", name);
    property.setTextContent(value);
    element.appendChild(document.createTextNode("\n  "));
    element.appendChild(property);
  }

  void put(Element element, String name, String value) {
    put(element, "stringProp", name, value);
  }

  /** Changes a property, or adds it. */
  void set(JmxNode node, String kind, String name, String value) {
    node.found(name)
        .ifPresentOrElse(
            it -> it.setTextContent(value), () -> put(node.element(), kind, name, value));
  }

  /** Puts an element and its tree at the end of a tree. */
  void append(Element tree, Element element, Element below) {
    tree.appendChild(element);
    tree.appendChild(document.createTextNode("\n"));
    tree.appendChild(below);
    tree.appendChild(document.createTextNode("\n"));
  }

  /** Puts an element, and its tree, in the place of another one. */
  void replace(JmxNode old, Element element, @Nullable Element below) {
    Node parent = old.element().getParentNode();
    parent.insertBefore(element, old.element());
    parent.removeChild(old.element());
    if (below == null) {
      return;
    }
    if (old.tree() == null) {
      parent.insertBefore(below, element.getNextSibling());
    } else if (old.tree() != below) {
      parent.insertBefore(below, old.tree());
      parent.removeChild(old.tree());
    }
  }

  /** Takes an element and its tree out of the plan. */
  void remove(JmxNode node) {
    node.element().getParentNode().removeChild(node.element());
    if (node.tree() != null) {
      node.tree().getParentNode().removeChild(node.tree());
    }
  }

  static void disable(JmxNode node) {
    node.element().setAttribute("enabled", "false");
  }

  /** A copy of an element, to be put elsewhere. */
  static Element copy(Element element) {
    return (Element) element.cloneNode(true);
  }
}
