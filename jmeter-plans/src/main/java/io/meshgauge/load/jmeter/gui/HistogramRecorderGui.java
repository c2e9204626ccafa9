package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.HistogramRecorder;
import java.awt.BorderLayout;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.visualizers.gui.AbstractListenerGui;

/** The form of a {@link HistogramRecorder} in JMeter's window. */
public class HistogramRecorderGui extends AbstractListenerGui {

  private static final long serialVersionUID = 1L;

  private final FieldForm form = new FieldForm(HistogramRecorder.FIELDS);

  /** An empty form. */
  public HistogramRecorderGui() {
    setLayout(new BorderLayout());
    setBorder(makeBorder());
    add(makeTitlePanel(), BorderLayout.NORTH);
    add(form, BorderLayout.CENTER);
  }

  @Override
  public String getStaticLabel() {
    return "Histogram Recorder";
  }

  @Override
  public String getLabelResource() {
    return getClass().getSimpleName();
  }

  @Override
  public TestElement createTestElement() {
    TestElement element = new HistogramRecorder();
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
