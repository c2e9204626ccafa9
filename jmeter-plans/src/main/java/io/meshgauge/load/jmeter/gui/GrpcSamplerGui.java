package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.GrpcSampler;
import org.apache.jmeter.testelement.TestElement;

/** The form of a {@link GrpcSampler} in JMeter's window. */
public class GrpcSamplerGui extends LeanSamplerGui {

  private static final long serialVersionUID = 1L;

  /** An empty form. */
  public GrpcSamplerGui() {
    super(GrpcSampler.FIELDS);
  }

  @Override
  public String getStaticLabel() {
    return "Lean gRPC Request";
  }

  @Override
  TestElement newSampler() {
    return new GrpcSampler();
  }
}
