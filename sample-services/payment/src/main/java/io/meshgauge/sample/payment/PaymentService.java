package io.meshgauge.sample.payment;

import io.meshgauge.sample.common.boot.Knobs;
import io.meshgauge.sample.common.boot.LeanService;
import io.meshgauge.sample.common.event.EventSender;
import io.meshgauge.sample.common.event.EventSettings;
import io.meshgauge.sample.common.event.HttpEventSink;
import io.meshgauge.sample.common.grpc.GrpcEndpoint;
import io.meshgauge.sample.common.grpc.GrpcServer;
import io.meshgauge.sample.common.http.HttpPeer;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.peer.ReadyCheck;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The payment service. */
@LeanService
@EnableConfigurationProperties(EventSettings.class)
public class PaymentService {

  /** Starts the service; arguments are {@code --property=value}. */
  public static void main(String[] args) {
    SpringApplication.run(PaymentService.class, args);
  }

  @Bean
  HttpPeer logging(
      @Value("${meshgauge.peer.logging}") String base,
      PeerTimeouts timeouts,
      MeterRegistry registry) {
    return new HttpPeer("logging", base, timeouts, registry);
  }

  @Bean
  EventSender eventSender(
      @Value("${meshgauge.replica:${spring.application.name}}") String replica,
      EventSettings settings,
      HttpPeer logging,
      JsonMapper json,
      MeterRegistry registry) {
    return new EventSender(replica, settings, new HttpEventSink(logging, json), registry);
  }

  @Bean
  ReadyCheck loggingAnswers(HttpPeer logging) {
    return new ReadyCheck("logging", logging::answers);
  }

  @Bean(destroyMethod = "close")
  ChargeService chargeService(EventSender events, Knobs knobs) {
    return new ChargeService(events, knobs);
  }

  @Bean
  GrpcServer grpcServer(GrpcEndpoint endpoint, ChargeService charges, MeterRegistry registry) {
    return new GrpcServer(endpoint, charges, registry);
  }

  /**
   * Separate, because two classes in one annotation have no fixed order and change the build's
   * bytes.
   */
  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(GrpcEndpoint.class)
  static class GrpcProperties {}
}
