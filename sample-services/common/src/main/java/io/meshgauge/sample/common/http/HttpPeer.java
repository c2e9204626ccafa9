package io.meshgauge.sample.common.http;

import io.meshgauge.sample.common.peer.PeerFailure;
import io.meshgauge.sample.common.peer.PeerFailure.Kind;
import io.meshgauge.sample.common.peer.PeerTimeouts;
import io.meshgauge.sample.common.peer.PerArm;
import io.meshgauge.sample.common.peer.Turns;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Client of another service over HTTP/1.1 on pooled keep-alive connections, to the address of the
 * request's arm; where that arm has several, to each in turn.
 *
 * <p>Every call carries the current request's propagated headers, is timed as {@code
 * http.client.requests} and ends within the timeouts. No call is retried: retries are a feature of
 * meshes, and retries here would hide them.
 */
public final class HttpPeer implements AutoCloseable {

  private static final int MAX_CONNECTIONS = 256;
  private static final int MAX_REPLY_BYTES = 4 << 20;

  private final String name;
  private final PerArm<Turns<URI>> base;
  private final CloseableHttpClient client;
  private final MeterProvider<Timer> timers;

  /**
   * @param name the peer's name, used as the {@code peer} tag
   * @param base where it listens: {@code http://host:port}, or for several arms {@code
   *     http://host:port,host:port}; for several replicas {@code http://host:port|host:port}
   * @param timeouts of a call
   * @param registry times the calls
   */
  public HttpPeer(String name, String base, PeerTimeouts timeouts, MeterRegistry registry) {
    this.name = name;
    this.base =
        PerArm.parse(
            name,
            base.replace(",", ",http://").replace("|", "|http://"),
            replicas -> Turns.parse(replicas, address -> parse(name, address)));
    int addresses = this.base.values().stream().mapToInt(it -> it.values().size()).sum();
    this.client = client(timeouts, MAX_CONNECTIONS * addresses);
    this.timers =
        Timer.builder("http.client.requests")
            .description("Calls to HTTP peers")
            .tag("peer", name)
            .withRegistry(registry);
  }

  private static URI parse(String name, String base) {
    try {
      URI parsed = new URI(base);
      if ("http".equals(parsed.getScheme()) && parsed.getHost() != null) {
        return parsed;
      }
    } catch (URISyntaxException ignored) {
      // Reported below, with the name of the property.
    }
    throw new IllegalArgumentException(
        "meshgauge.peer.%s is '%s', expected http://host:port".formatted(name, base));
  }

  private static CloseableHttpClient client(PeerTimeouts timeouts, int connections) {
    Timeout response = Timeout.of(timeouts.response());
    Timeout connect = Timeout.of(timeouts.connect());
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(connections)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setSocketTimeout(response)
                        // Shorter than the 120 s after which servers close an idle connection.
                        .setIdleTimeout(Timeout.ofSeconds(60))
                        .setValidateAfterInactivity(TimeValue.ofSeconds(5))
                        .build())
                .build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(response)
                .setResponseTimeout(response)
                .build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableContentCompression()
        .setUserAgent("meshgauge")
        .build();
  }

  /** The peer's name. */
  public String name() {
    return name;
  }

  /**
   * Fetches a path.
   *
   * @throws PeerFailure if no complete response came in time
   */
  public HttpReply get(String path, Map<String, String> headers) {
    return timed(new HttpGet(at(path)), path, headers);
  }

  /**
   * Posts JSON to a path.
   *
   * @throws PeerFailure if no complete response came in time
   */
  public HttpReply post(String path, byte[] json, Map<String, String> headers) {
    HttpPost post = new HttpPost(at(path));
    post.setEntity(new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
    return timed(post, path, headers);
  }

  private URI at(String path) {
    return base.of(PropagatedHeaders.current().arm()).next().resolve(path);
  }

  /**
   * Whether the peer answers at the address of an arm. A proxy's 502, 503 or 504 means that it does
   * not. Not timed, because readiness checks are not traffic.
   */
  public boolean answers() {
    return base.any(replicas -> replicas.any(this::answersAt));
  }

  private boolean answersAt(URI address) {
    try {
      int status = exchange(new HttpGet(address.resolve("/actuator/health/liveness"))).status();
      return status < 502 || status > 504;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private HttpReply timed(HttpUriRequestBase request, String path, Map<String, String> headers) {
    PropagatedHeaders.current().values().forEach(request::setHeader);
    headers.forEach(request::setHeader);
    long start = System.nanoTime();
    String status = "IO_ERROR";
    try {
      HttpReply reply = exchange(request);
      status = Integer.toString(reply.status());
      return reply;
    } catch (InterruptedIOException late) {
      status = "TIMEOUT";
      throw new PeerFailure(name, Kind.TIMEOUT, "no answer in time", late);
    } catch (IOException broken) {
      throw new PeerFailure(name, Kind.UNREACHABLE, "cannot be reached", broken);
    } finally {
      timers
          .withTags("method", request.getMethod(), "uri", path, "status", status)
          .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
  }

  private HttpReply exchange(HttpUriRequestBase request) throws IOException {
    return client.execute(request, HttpPeer::read);
  }

  private static HttpReply read(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return new HttpReply(response.getCode(), null, new byte[0]);
    }
    try (InputStream content = entity.getContent()) {
      byte[] body = content.readNBytes(MAX_REPLY_BYTES + 1);
      if (body.length > MAX_REPLY_BYTES) {
        throw new IOException("the answer has more than " + MAX_REPLY_BYTES + " bytes");
      }
      return new HttpReply(response.getCode(), entity.getContentType(), body);
    }
  }
}
