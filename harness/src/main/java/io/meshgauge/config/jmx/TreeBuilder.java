package io.meshgauge.config.jmx;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.ext.DefaultHandler2;

/** Builds a tree whose elements know their lines. */
final class TreeBuilder extends DefaultHandler2 {
  static final String LINE = "line";

  /** The file of an element of an included plan; absent for those of the plan itself. */
  static final String SOURCE = "source";

  /** Plans are some dozens deep; the readers of the tree are recursive. */
  private static final int MAX_DEPTH = 200;

  private final Document document;
  private final Deque<Node> open = new ArrayDeque<>();
  private @Nullable Locator locator;

  TreeBuilder(Document document) {
    this.document = document;
    open.push(document);
  }

  Document document() {
    return document;
  }

  @Override
  public void setDocumentLocator(Locator place) {
    locator = place;
  }

  @Override
  public void startElement(String space, String local, String name, Attributes attributes)
      throws SAXException {
    if (open.size() > MAX_DEPTH) {
      throw new SAXParseException(
          "elements are nested more than %d deep".formatted(MAX_DEPTH), locator);
    }
    Element element = document.createElement(name);
    for (int i = 0; i < attributes.getLength(); i++) {
      element.setAttribute(attributes.getQName(i), attributes.getValue(i));
    }
    element.setUserData(LINE, locator == null ? 0 : locator.getLineNumber(), null);
    top().appendChild(element);
    open.push(element);
  }

  @Override
  public void endElement(String space, String local, String name) {
    open.pop();
  }

  @Override
  public void characters(char[] text, int start, int length) {
    if (open.size() > 1) {
      top().appendChild(document.createTextNode(new String(text, start, length)));
    }
  }

  @Override
  public void comment(char[] text, int start, int length) {
    top().appendChild(document.createComment(new String(text, start, length)));
  }

  private Node top() {
    Node top = open.peek();
    return top == null ? document : top;
  }
}
