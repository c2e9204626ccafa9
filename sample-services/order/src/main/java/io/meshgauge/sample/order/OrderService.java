package io.meshgauge.sample.order;

import io.meshgauge.sample.common.boot.Knobs;
import io.meshgauge.sample.common.boot.LeanService;
import io.meshgauge.sample.common.event.EventSender;
import io.meshgauge.sample.common.event.EventSettings;
import io.meshgauge.sample.common.event.HttpEventSink;
import io.meshgauge.sample.common.grpc.GrpcPeer;
import io.meshgauge.sample.common.http.HttpPeer;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.peer.ReadyCheck;
import io.meshgauge.sample.common.proto.PaymentsGrpc;
import io.meshgauge.sample.common.proto.PaymentsGrpc.PaymentsBlockingStub;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The order service. */
@LeanService
@EnableConfigurationProperties(EventSettings.class)
public class OrderService {

  /** Starts the service; arguments are {@code --property=value}. */
  public static void main(String[] args) {
    SpringApplication.run(OrderService.class, args);
  }

  @Bean
  GrpcPeer<PaymentsBlockingStub> payment(
      @Value("${meshgauge.peer.payment}") String address,
      PeerTimeouts timeouts,
      MeterRegistry registry) {
    return new GrpcPeer<>("payment", address, timeouts, registry, PaymentsGrpc::newBlockingStub);
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
  ReadyCheck paymentAnswers(GrpcPeer<PaymentsBlockingStub> payment) {
    return new ReadyCheck("payment", payment::answers);
  }

  @Bean
  ReadyCheck loggingAnswers(HttpPeer logging) {
    return new ReadyCheck("logging", logging::answers);
  }

  @Bean
  OrderController orderController(
      GrpcPeer<PaymentsBlockingStub> payment, EventSender events, Knobs knobs) {
    return new OrderController(new Cashier(payment), events, knobs);
  }
}
