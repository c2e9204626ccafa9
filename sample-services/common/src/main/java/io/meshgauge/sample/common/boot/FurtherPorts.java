package io.meshgauge.sample.common.boot;

import java.util.List;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;

/**
 * Lets the web server listen on further ports, with the settings of the first: each arm that shares
 * the service calls it at a port of its own.
 *
 * @param ports of the address that the server listens on
 * @param maxKeepAliveRequests requests of a connection; -1: any number
 */
record FurtherPorts(List<Integer> ports, int maxKeepAliveRequests)
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    // Only now has the first connector all of its settings.
    factory.addConnectorCustomizers(
        first -> ports.forEach(port -> factory.addAdditionalConnectors(like(first, port))));
  }

  private Connector like(Connector first, int port) {
    Connector connector = new Connector(first.getProtocolHandlerClassName());
    connector.setPort(port);
    AbstractHttp11Protocol<?> from = (AbstractHttp11Protocol<?>) first.getProtocolHandler();
    AbstractHttp11Protocol<?> to = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
    to.setAddress(from.getAddress());
    to.setMaxThreads(from.getMaxThreads());
    to.setMinSpareThreads(from.getMinSpareThreads());
    to.setKeepAliveTimeout(from.getKeepAliveTimeout());
    // The first one would say 1, because it is not bound yet.
    to.setMaxKeepAliveRequests(maxKeepAliveRequests);
    to.setConnectionTimeout(from.getConnectionTimeout());
    to.setMaxConnections(from.getMaxConnections());
    return connector;
  }
}
