package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.GrpcSampler;
import java.awt.BorderLayout;
import org.apache.jmeter.samplers.gui.AbstractSamplerGui;
import org.apache.jmeter.testelement.TestElement;

/** The form of a {@link GrpcSampler} in JMeter's window. */
public class GrpcSamplerGui extends AbstractSamplerGui {

  private static final long serialVersionUID = 1L;

  private final FieldForm form = new FieldForm(GrpcSampler.FIELDS);

  /** An empty form. */
  public GrpcSamplerGui() {
    setLayout(new BorderLayout());
    setBorder(makeBorder());
    add(makeTitlePanel(), BorderLayout.NORTH);
    add(form, BorderLayout.CENTER);
  }

  @Override
  public String getStaticLabel() {
    return "Lean gRPC Request";
  }

  @Override
  public String getLabelResource() {
    return getClass().getSimpleName();
  }

  @Override
  public TestElement createTestElement() {
    TestElement element = new GrpcSampler();
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
