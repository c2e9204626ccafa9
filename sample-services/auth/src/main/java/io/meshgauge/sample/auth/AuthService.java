package io.meshgauge.sample.auth;

import io.meshgauge.sample.common.boot.LeanService;
import io.meshgauge.sample.common.grpc.GrpcEndpoint;
import io.meshgauge.sample.common.grpc.GrpcServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** The auth service. */
@LeanService
@EnableConfigurationProperties(GrpcEndpoint.class)
public class AuthService {

  /** Starts the service; arguments are {@code --property=value}. */
  public static void main(String[] args) {
    SpringApplication.run(AuthService.class, args);
  }

  @Bean
  TokenVerifier tokenVerifier(
      @Value("${meshgauge.jwks:}") String jwks,
      @Value("${meshgauge.issuer:https://issuer.meshgauge.test}") String issuer,
      @Value("${meshgauge.audience:meshgauge}") String audience) {
    if (jwks.isBlank()) {
      throw new IllegalArgumentException(
          "meshgauge.jwks is not set; expected the path of a JWK set file with the public keys"
              + " that tokens are signed with");
    }
    return new TokenVerifier(KeySetFile.read(Path.of(jwks)), issuer, audience);
  }

  @Bean
  GrpcServer grpcServer(GrpcEndpoint endpoint, TokenVerifier verifier, MeterRegistry registry) {
    return new GrpcServer(endpoint, new VerifyService(verifier), registry);
  }
}
