package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.RequestMixController;
import java.awt.BorderLayout;
import org.apache.jmeter.control.gui.AbstractControllerGui;
import org.apache.jmeter.testelement.TestElement;

/** The form of a {@link RequestMixController} in JMeter's window. */
public class RequestMixControllerGui extends AbstractControllerGui {

  private static final long serialVersionUID = 1L;

  private final FieldForm form = new FieldForm(RequestMixController.FIELDS);

  /** An empty form. */
  public RequestMixControllerGui() {
    setLayout(new BorderLayout());
    setBorder(makeBorder());
    add(makeTitlePanel(), BorderLayout.NORTH);
    add(form, BorderLayout.CENTER);
  }

  @Override
  public String getStaticLabel() {
    return "Request Mix Controller";
  }

  @Override
  public String getLabelResource() {
    return getClass().getSimpleName();
  }

  @Override
  public TestElement createTestElement() {
    TestElement element = new RequestMixController();
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
