package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class ApiServerTest {
  @Test
  void reasonOfAFailedRequestIsItsFirstCause() {
    assertThat(ApiServer.reason(failed(new ClosedChannelException())))
        .isEqualTo("the API server gave no answer: no connection could be made, or it was closed");
    assertThat(ApiServer.reason(failed(new UnresolvedAddressException())))
        .endsWith("the name of its host is unknown");
    assertThat(ApiServer.reason(failed(new SSLException("no trusted certificate"))))
        .endsWith("no answer: no trusted certificate");
    assertThat(ApiServer.reason(new KubernetesClientException("closed")))
        .isEqualTo("the API server gave no answer: closed");
    assertThat(
            ApiServer.reason(
                new KubernetesClientException(
                    new StatusBuilder().withMessage("pods is forbidden").withCode(403).build())))
        .isEqualTo("the API server refused: pods is forbidden");
  }

  /** As the client reports a request without an answer. */
  private static KubernetesClientException failed(Exception root) {
    IOException connect = new ConnectException();
    connect.initCause(root);
    return new KubernetesClientException("An error has occurred.", new IOException(null, connect));
  }
}
