package io.meshgauge.platform.kubernetes;

import org.junit.jupiter.api.BeforeAll;

/** On the cluster of a context that is named for it, and on no other. */
class NamedContextIT extends ClusterContract {
  @BeforeAll
  void cluster() {
    onNamedContext();
  }
}
