package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.OpenLoopThreadGroup;
import java.awt.BorderLayout;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.threads.gui.AbstractThreadGroupGui;

/** The form of a {@link OpenLoopThreadGroup} in JMeter's window. */
public class OpenLoopThreadGroupGui extends AbstractThreadGroupGui {

  private static final long serialVersionUID = 1L;

  private final FieldForm form = new FieldForm(OpenLoopThreadGroup.FIELDS);

  /** An empty form. */
  public OpenLoopThreadGroupGui() {
    add(form, BorderLayout.CENTER);
  }

  @Override
  public String getStaticLabel() {
    return "Open-Loop Thread Group";
  }

  @Override
  public String getLabelResource() {
    return getClass().getSimpleName();
  }

  @Override
  public TestElement createTestElement() {
    TestElement element = new OpenLoopThreadGroup();
    modifyTestElement(element);
    return element;
  }

  @Override
  @SuppressWarnings("deprecation") // what replaces it in JMeter 5.6 asks for its schema classes
  public void modifyTestElement(TestElement element) {
    configureTestElement(element);
    form.store(element);
  }

  @Override
  public void configure(TestElement element) {
    super.configure(element);
    form.show(element);
  }

  @Override
  public void clearGui() {
    super.clearGui();
    form.clear();
  }
}
