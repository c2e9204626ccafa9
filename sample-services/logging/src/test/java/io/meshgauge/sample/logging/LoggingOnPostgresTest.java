package io.meshgauge.sample.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.sample.common.testing.RunningService;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LoggingOnPostgresTest extends LoggingContract {

  private static EmbeddedPostgres postgres;
  private static RunningService service;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setLocaleConfig("locale", "C").start();
    service =
        RunningService.start(
            LoggingService.class,
            "meshgauge.retention.events=" + KEPT,
            "meshgauge.retention.every=20ms",
            "spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"));
  }

  @AfterAll
  static void stop() throws IOException {
    if (service != null) {
      service.close();
    }
    postgres.close();
  }

  @Override
  RunningService service() {
    return service;
  }

  @Test
  void theDatabaseIsTheConfiguredOne() {
    assertThat(product()).isEqualTo("PostgreSQL");
  }
}
