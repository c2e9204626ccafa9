package io.meshgauge.config.jmx;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Plans for tests. */
public final class SamplePlan {
  private SamplePlan() {}

  /** A realistic plan, with its CSV file next to it in the test's resources. */
  public static String shop() {
    return text("/io/meshgauge/load/shop/shop.jmx");
  }

  /** The CSV file that it reads. */
  public static String users() {
    return text("/io/meshgauge/load/shop/users.csv");
  }

  private static String text(String name) {
    try (InputStream in = SamplePlan.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A plan whose test plan has this content. */
  static JmxDocument of(String content) {
    String text =
        """
        <jmeterTestPlan version="1.2"><hashTree>
        <TestPlan testclass="TestPlan" testname="plan"/>
        <hashTree>
        %s
        </hashTree></hashTree></jmeterTestPlan>
        """
            .formatted(content);
    return JmxDocument.parse("plan.jmx", text.getBytes(StandardCharsets.UTF_8));
  }

  /** A thread group with this content. */
  static String group(String name, int threads, String content) {
    return """
    <ThreadGroup testclass="ThreadGroup" testname="%s">
    <intProp name="ThreadGroup.num_threads">%d</intProp></ThreadGroup>
    <hashTree>%s</hashTree>
    """
        .formatted(name, threads, content);
  }

  /** A sampler that asks the entry, with elements below it. */
  static String get(String name, String path, String below) {
    return """
    <HTTPSamplerProxy testclass="HTTPSamplerProxy" testname="%s">
    <stringProp name="HTTPSampler.domain">${__P(host)}</stringProp>
    <stringProp name="HTTPSampler.port">${__P(port)}</stringProp>
    <stringProp name="HTTPSampler.path">%s</stringProp>
    <stringProp name="HTTPSampler.method">GET</stringProp></HTTPSamplerProxy>
    <hashTree>%s</hashTree>
    """
        .formatted(name, path, below);
  }

  static String timer(String name) {
    return """
    <ConstantTimer testclass="ConstantTimer" testname="%s">
    <stringProp name="ConstantTimer.delay">300</stringProp></ConstantTimer><hashTree/>
    """
        .formatted(name);
  }
}
