package io.meshgauge.sample.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.sample.common.testing.RunningService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoggingOnH2Test extends LoggingContract {

  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            LoggingService.class,
            "meshgauge.retention.events=" + KEPT,
            "meshgauge.retention.every=20ms");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Override
  RunningService service() {
    return service;
  }

  @Test
  void theDefaultDatabaseIsEmbedded() {
    assertThat(product()).isEqualTo("H2");
  }
}
