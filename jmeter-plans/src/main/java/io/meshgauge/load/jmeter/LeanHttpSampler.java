package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.http.HttpExchange;
import io.meshgauge.load.http.HttpLink;
import io.meshgauge.load.http.HttpProtocol;
import io.meshgauge.load.http.HttpRoute;
import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.http.RequestTemplate;
import io.meshgauge.load.http.ThreadConnections;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.record.TimedSampleResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.jmeter.samplers.SampleResult;

/**
 * An HTTP request over a persistent connection: HTTP/1.1 over the thread's own, HTTP/2 over its own
 * or one of several shared by all threads, with TLS or without. No redirects, no retries, no
 * cookies. Succeeds if the status is an expected one, so a request that must be refused succeeds if
 * it is.
 */
public class LeanHttpSampler extends LeanSampler {

  private static final long serialVersionUID = 1L;
  private static final TokenFields TOKEN_FIELDS = TokenFields.of("LeanHttpSampler");
  private static final TlsFields TLS = TlsFields.of("LeanHttpSampler");

  /** Name or address to connect to. */
  public static final Field HOST = new Field("LeanHttpSampler.host", "Host", "127.0.0.1");

  /** Port to connect to. */
  public static final Field PORT = new Field("LeanHttpSampler.port", "Port", "8080");

  /** HTTP method. */
  public static final Field METHOD = new Field("LeanHttpSampler.method", "Method", "GET");

  /** Path and query. */
  public static final Field PATH = new Field("LeanHttpSampler.path", "Path", "/");

  /** Headers, one {@code Name: value} per line. */
  public static final Field HEADERS =
      new Field("LeanHttpSampler.headers", "Headers (Name: value; one per line)", "");

  /** Body, sent as UTF-8. */
  public static final Field BODY = new Field("LeanHttpSampler.body", "Body", "");

  /** Name of the bearer token; empty for none. */
  public static final Field TOKEN = TOKEN_FIELDS.token();

  /** The token file. */
  public static final Field TOKENS = TOKEN_FIELDS.file();

  /** The statuses that count as success. */
  public static final Field EXPECTED =
      new Field("LeanHttpSampler.expectedStatus", "Expected status (one or more)", "200");

  /** Timeout of an exchange. */
  public static final Field TIMEOUT_MILLIS =
      new Field("LeanHttpSampler.timeout", "Timeout (ms)", "5000");

  /** Whether to keep response bodies for assertions and viewers. */
  public static final Field KEEP_BODY =
      new Field("LeanHttpSampler.keepBody", "Keep response body (true, false)", "false");

  /** Protocol; see {@link HttpProtocol}. */
  public static final Field PROTOCOL =
      new Field("LeanHttpSampler.protocol", "Protocol (http/1.1, https, h2c, h2)", "http/1.1");

  /** How many HTTP/2 connections all threads share. */
  public static final Field HTTP2_CONNECTIONS =
      new Field(
          "LeanHttpSampler.http2Connections",
          "HTTP/2: connections shared by all threads (0: one per thread)",
          "0");

  /** All settings, in the order of the GUI. */
  public static final List<Field> FIELDS =
      Stream.concat(
              Stream.of(
                  HOST,
                  PORT,
                  METHOD,
                  PATH,
                  HEADERS,
                  BODY,
                  TOKEN,
                  TOKENS,
                  EXPECTED,
                  TIMEOUT_MILLIS,
                  KEEP_BODY,
                  PROTOCOL,
                  HTTP2_CONNECTIONS),
              TLS.list().stream())
          .toList();

  /** Everything read from the settings, and the thread's connection. */
  private record Ready(
      String label,
      RequestTemplate template,
      ExpectedStatus expected,
      int timeoutMillis,
      boolean keepBody,
      HttpLink link,
      HttpExchange exchange)
      implements Shot {

    @Override
    public void fire(TimedSampleResult result) {
      link.exchange(template, timeoutMillis, exchange);
      fill(result, this);
    }
  }

  private static void fill(TimedSampleResult result, Ready go) {
    HttpExchange exchange = go.exchange();
    long sent = exchange.sentNanos();
    result.setSampleLabel(go.label());
    result.setEndTime(result.getStartTime() + millis(exchange.endNanos() - sent));
    result.setConnectTime(millis(exchange.connectedNanos() - sent));
    result.setBodySize(exchange.bodyBytes());
    result.setSentBytes(go.template().bodyBytes());
    result.setConnectionOpened(exchange.connectionOpened());
    result.sent(Arrival.current(), sent);
    ErrorKind error = exchange.error();
    if (error != null) {
      result.mismatched(go.expected().toString(), new byte[0]);
      result.failed(error, exchange.endNanos());
      result.setResponseCode(error.toString());
      result.setResponseMessage(String.valueOf(exchange.cause()));
      return;
    }
    result.received(exchange.status(), exchange.firstByteNanos(), exchange.endNanos());
    result.setLatency(millis(exchange.firstByteNanos() - sent));
    result.setResponseCode(go.expected().text(exchange.status()));
    boolean expected = go.expected().includes(exchange.status());
    result.setSuccessful(expected);
    if (!expected) {
      result.mismatched(go.expected().toString(), exchange.excerpt());
    }
    if (go.keepBody()) {
      result.setResponseData(exchange.body());
      result.setDataType(SampleResult.TEXT);
    }
  }

  @Override
  Shot makeReady() {
    RequestTemplate template = template();
    HttpExchange exchange = new HttpExchange();
    boolean keepBody = Boolean.parseBoolean(KEEP_BODY.text(this));
    exchange.keepBody(keepBody);
    return new Ready(
        getName(),
        template,
        ExpectedStatus.parse(EXPECTED.text(this)),
        limit(TIMEOUT_MILLIS, "timeout"),
        keepBody,
        ThreadConnections.current().to(route(template.target())),
        exchange);
  }

  @Override
  void readSettings() {
    route(template().target());
    limit(TIMEOUT_MILLIS, "timeout");
    ExpectedStatus.parse(EXPECTED.text(this));
  }

  private HttpRoute route(HttpTarget target) {
    HttpProtocol protocol = HttpProtocol.parse(PROTOCOL.text(this));
    return new HttpRoute(
        target, protocol, protocol.secure() ? TLS.read(this) : null, HTTP2_CONNECTIONS.whole(this));
  }

  private RequestTemplate template() {
    Map<String, String> headers = nameValueLines("Header", HEADERS.text(this));
    TOKEN_FIELDS.authorization(this).ifPresent(value -> headers.put("Authorization", value));
    ArmBaggage.addTo(headers);
    return new RequestTemplate(
        entry(new HttpTarget(HOST.text(this), PORT.whole(this))),
        METHOD.text(this),
        PATH.text(this),
        headers,
        BODY.text(this));
  }

  @Override
  public void threadStarted() {
    super.threadStarted();
    encodeEarly();
  }

  @Override
  void disconnect() {
    ThreadConnections.closeCurrent();
  }
}
