package io.meshgauge.sample.gateway;

import io.meshgauge.sample.common.boot.Knobs;
import io.meshgauge.sample.common.boot.LeanService;
import io.meshgauge.sample.common.grpc.GrpcPeer;
import io.meshgauge.sample.common.http.HttpPeer;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.peer.ReadyCheck;
import io.meshgauge.sample.common.proto.AuthGrpc;
import io.meshgauge.sample.common.proto.AuthGrpc.AuthBlockingStub;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;

/** The gateway service. */
@LeanService
public class GatewayService {

  /** Starts the service; arguments are {@code --property=value}. */
  public static void main(String[] args) {
    SpringApplication.run(GatewayService.class, args);
  }

  @Bean
  GrpcPeer<AuthBlockingStub> auth(
      @Value("${meshgauge.peer.auth}") String address,
      PeerTimeouts timeouts,
      MeterRegistry registry) {
    return new GrpcPeer<>("auth", address, timeouts, registry, AuthGrpc::newBlockingStub);
  }

  @Bean
  HttpPeer order(
      @Value("${meshgauge.peer.order}") String base,
      PeerTimeouts timeouts,
      MeterRegistry registry) {
    return new HttpPeer("order", base, timeouts, registry);
  }

  @Bean
  ReadyCheck authAnswers(GrpcPeer<AuthBlockingStub> auth) {
    return new ReadyCheck("auth", auth::answers);
  }

  @Bean
  ReadyCheck orderAnswers(HttpPeer order) {
    return new ReadyCheck("order", order::answers);
  }

  @Bean
  Doorkeeper doorkeeper(GrpcPeer<AuthBlockingStub> auth) {
    return new Doorkeeper(auth);
  }

  @Bean
  OrdersController ordersController(Doorkeeper doorkeeper, HttpPeer order) {
    return new OrdersController(doorkeeper, order);
  }

  @Bean
  AddedCostFilter addedCostFilter(Knobs knobs) {
    return new AddedCostFilter(knobs.addedDelay(), knobs.addedCpu());
  }

  @Bean
  RefusalAdvice refusalAdvice() {
    return new RefusalAdvice();
  }
}
