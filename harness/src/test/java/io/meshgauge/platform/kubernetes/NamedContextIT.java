package io.meshgauge.platform.kubernetes;

import org.junit.jupiter.api.BeforeAll;

/** On the cluster of a context that is named for it, and on no other. */
class NamedContextIT extends ClusterContract {
  private static final String PROPERTY = "meshgauge.test.context";

  @BeforeAll
  void cluster() {
    String context = System.getProperty(PROPERTY, "");
    if (context.isBlank()) {
      without("no cluster to test on; name a context: -D" + PROPERTY + "=NAME");
    } else {
      on(context, System.getenv());
    }
  }
}
