package io.meshgauge.load.record;

import java.util.Set;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.Sampler;
import org.jspecify.annotations.Nullable;

/** What a sample of a plan stands for; only requests are added up. */
public enum SampleKind {
  /** A call of a sampler that sends something; its redirects and embedded resources are part. */
  REQUEST,
  /** A Transaction Controller's sum of requests, which are counted themselves. */
  TRANSACTION,
  /** A sampler that only computes in the load worker, such as a JSR223 Sampler. */
  LOCAL;

  /** By name, because most of them are not on the class path of the project's own plans. */
  private static final Set<String> LOCAL_SAMPLERS =
      Set.of(
          "org.apache.jmeter.protocol.java.sampler.JSR223Sampler",
          "org.apache.jmeter.protocol.java.sampler.BeanShellSampler",
          "org.apache.jmeter.protocol.java.sampler.BSFSampler",
          "org.apache.jmeter.protocol.java.sampler.JavaSampler",
          "org.apache.jmeter.protocol.java.sampler.JUnitSampler",
          "org.apache.jmeter.sampler.DebugSampler",
          "org.apache.jmeter.sampler.TestAction");

  /**
   * The kind of a sample.
   *
   * @param sampler that made it; null if unknown
   */
  public static SampleKind of(SampleEvent event, @Nullable Sampler sampler) {
    if (event.isTransactionSampleEvent()) {
      return TRANSACTION;
    }
    return sampler != null && isLocal(sampler) ? LOCAL : REQUEST;
  }

  /** Whether a sampler sends nothing. */
  public static boolean isLocal(Sampler sampler) {
    return LOCAL_SAMPLERS.contains(sampler.getClass().getName());
  }
}
