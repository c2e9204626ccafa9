package io.meshgauge.sample.common.boot;

import io.meshgauge.sample.common.http.BoundedBodyFilter;
import io.meshgauge.sample.common.http.ProblemAdvice;
import io.meshgauge.sample.common.http.ProblemErrorController;
import io.meshgauge.sample.common.http.ProblemValve;
import io.meshgauge.sample.common.http.PropagationFilter;
import io.meshgauge.sample.common.peer.PeerLatch;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.peer.ReadyCheck;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** HTTP configuration of all services: bounded bodies, problem+json, propagation, readiness. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(Knobs.class)
class WebConfiguration {

  @Bean
  MeterFilter timerBuckets() {
    return new TimerBuckets();
  }

  @Bean
  HeapCollection heapCollection() {
    return new HeapCollection();
  }

  @Bean
  PropagationFilter propagationFilter(
      @Value("${meshgauge.replica:${spring.application.name}}") String replica) {
    return new PropagationFilter(replica);
  }

  @Bean
  BoundedBodyFilter boundedBodyFilter(
      @Value("${meshgauge.http.max-body-bytes:65536}") int maxBodyBytes) {
    return new BoundedBodyFilter(maxBodyBytes);
  }

  @Bean
  ProblemAdvice problemAdvice() {
    return new ProblemAdvice();
  }

  @Bean
  ProblemErrorController problemErrorController() {
    return new ProblemErrorController();
  }

  @Bean
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> problemsBelowServlets() {
    return factory ->
        factory.addContextCustomizers(
            context -> {
              if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemValve.class.getName());
              }
            });
  }

  @Bean
  FurtherPorts furtherPorts(
      @Value("${meshgauge.http.further-ports:}") List<Integer> ports,
      @Value("${server.tomcat.max-keep-alive-requests}") int maxKeepAliveRequests) {
    return new FurtherPorts(ports, maxKeepAliveRequests);
  }

  @Bean
  PeerLatch peersHealthIndicator(ObjectProvider<ReadyCheck> checks) {
    return new PeerLatch(checks.orderedStream().toList());
  }

  /**
   * Separate, because two classes in one annotation have no fixed order and change the build's
   * bytes.
   */
  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(PeerTimeouts.class)
  static class PeerProperties {}
}
