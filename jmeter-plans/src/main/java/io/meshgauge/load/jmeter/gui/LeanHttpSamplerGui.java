package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.LeanHttpSampler;
import org.apache.jmeter.testelement.TestElement;

/** The form of a {@link LeanHttpSampler} in JMeter's window. */
public class LeanHttpSamplerGui extends LeanSamplerGui {

  private static final long serialVersionUID = 1L;

  /** An empty form. */
  public LeanHttpSamplerGui() {
    super(LeanHttpSampler.FIELDS);
  }

  @Override
  public String getStaticLabel() {
    return "Lean HTTP Request";
  }

  @Override
  TestElement newSampler() {
    return new LeanHttpSampler();
  }
}
