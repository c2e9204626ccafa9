package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.Field;
import java.awt.BorderLayout;
import java.util.List;
import org.apache.jmeter.samplers.gui.AbstractSamplerGui;
import org.apache.jmeter.testelement.TestElement;

/** The form of a sampler in JMeter's window, filled from its list of fields. */
abstract class LeanSamplerGui extends AbstractSamplerGui {

  private static final long serialVersionUID = 1L;

  private final FieldForm form;

  /** An empty form. */
  LeanSamplerGui(List<Field> fields) {
    form = new FieldForm(fields);
    setLayout(new BorderLayout());
    setBorder(makeBorder());
    add(makeTitlePanel(), BorderLayout.NORTH);
    add(form, BorderLayout.CENTER);
  }

  /** A sampler with default settings. */
  abstract TestElement newSampler();

  @Override
  public String getLabelResource() {
    return getClass().getSimpleName();
  }

  @Override
  public TestElement createTestElement() {
    TestElement element = newSampler();
    modifyTestElement(element);
    return element;
  }

  @Override
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
