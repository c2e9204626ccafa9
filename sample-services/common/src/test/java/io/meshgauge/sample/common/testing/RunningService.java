package io.meshgauge.sample.common.testing;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A service started in this JVM on a free port. */
public final class RunningService implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private RunningService(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts a service; properties are {@code name=value} and win over the service's own. */
  public static RunningService start(Class<?> service, String... properties) {
    String[] arguments = new String[properties.length + 1];
    arguments[0] = "--server.port=0";
    for (int i = 0; i < properties.length; i++) {
      arguments[i + 1] = "--" + properties[i];
    }
    return new RunningService(SpringApplication.run(service, arguments));
  }

  /** A URL on this service. */
  public String url(String path) {
    return "http://127.0.0.1:"
        + context.getEnvironment().getRequiredProperty("local.server.port")
        + path;
  }

  /** A bean of this service. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** The Prometheus page. */
  public String metrics() {
    return Answer.get(url("/actuator/prometheus")).body();
  }

  @Override
  public void close() {
    context.close();
  }
}
