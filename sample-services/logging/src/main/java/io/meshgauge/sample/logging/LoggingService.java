package io.meshgauge.sample.logging;

import io.meshgauge.sample.common.boot.LeanService;
import io.meshgauge.sample.common.peer.ReadyCheck;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** The logging service. */
@LeanService
@ImportAutoConfiguration({
  DataSourceAutoConfiguration.class,
  DataSourceInitializationAutoConfiguration.class,
  DataSourceTransactionManagerAutoConfiguration.class,
  JdbcTemplateAutoConfiguration.class,
})
@EnableConfigurationProperties(Retention.class)
public class LoggingService {

  /** Starts the service; arguments are {@code --property=value}. */
  public static void main(String[] args) {
    SpringApplication.run(LoggingService.class, args);
  }

  @Bean
  EventStore eventStore(JdbcTemplate jdbc, Retention retention, MeterRegistry registry) {
    return new EventStore(jdbc, retention, registry);
  }

  @Bean
  ReadyCheck database(EventStore store) {
    return new ReadyCheck("database", store::answers);
  }

  @Bean
  EventController eventController(EventStore store) {
    return new EventController(store);
  }
}
