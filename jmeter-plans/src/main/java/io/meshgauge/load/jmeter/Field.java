package io.meshgauge.load.jmeter;

import org.apache.jmeter.testelement.TestElement;

/**
 * One setting of an element: its property, label and default. Values are text, so that every
 * setting may contain {@code ${__P(name)}}.
 *
 * @param property the JMeter property name, such as {@code OpenLoopThreadGroup.rate}
 * @param label in the GUI
 * @param preset the value of a new element, and of an empty setting
 */
public record Field(String property, String label, String preset) {

  /** The element's value, or the preset if it is empty. */
  public String text(TestElement element) {
    String value = element.getPropertyAsString(property).strip();
    return value.isEmpty() ? preset : value;
  }

  /** The value as a number. */
  public double number(TestElement element) {
    try {
      return Double.parseDouble(text(element));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(notA("number", element), e);
    }
  }

  /** The value as a whole number. */
  public int whole(TestElement element) {
    try {
      return Integer.parseInt(text(element));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(notA("whole number", element), e);
    }
  }

  /** The value as a long whole number. */
  public long wholeLong(TestElement element) {
    try {
      return Long.parseLong(text(element));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(notA("whole number", element), e);
    }
  }

  /** The value as true or false. */
  public boolean flag(TestElement element) {
    String text = text(element);
    if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(notA("flag (true or false)", element));
    }
    return Boolean.parseBoolean(text);
  }

  private String notA(String kind, TestElement element) {
    return "'%s' of '%s' is a %s, not '%s' (property %s)."
        .formatted(label, element.getName(), kind, text(element), property);
  }
}
