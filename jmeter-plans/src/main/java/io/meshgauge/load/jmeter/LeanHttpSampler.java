package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.http.HttpConnection;
import io.meshgauge.load.http.HttpExchange;
import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.http.RequestTemplate;
import io.meshgauge.load.http.ThreadConnections;
import io.meshgauge.load.http.TokenFile;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.record.TimedSampleResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 request over the thread's persistent connection, timed in nanoseconds. The request is
 * laid out once per thread from the settings; functions in them are evaluated then and not again.
 * No redirects, no retries, no cookies. Succeeds when the status is an expected one, so that a
 * request which must be refused succeeds by being refused.
 */
public class LeanHttpSampler extends AbstractSampler implements ThreadListener {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LeanHttpSampler.class);

  /** Name or address to connect to. */
  public static final Field HOST = new Field("LeanHttpSampler.host", "Host", "127.0.0.1");

  /** Port to connect to. */
  public static final Field PORT = new Field("LeanHttpSampler.port", "Port", "8080");

  /** HTTP method. */
  public static final Field METHOD = new Field("LeanHttpSampler.method", "Method", "GET");

  /** Path and query. */
  public static final Field PATH = new Field("LeanHttpSampler.path", "Path", "/");

  /** Header lines, one {@code Name: value} a line. */
  public static final Field HEADERS =
      new Field("LeanHttpSampler.headers", "Headers (Name: value; one a line)", "");

  /** Body, sent as UTF-8. */
  public static final Field BODY = new Field("LeanHttpSampler.body", "Body", "");

  /** Which token to send as bearer; none when empty. */
  public static final Field TOKEN =
      new Field("LeanHttpSampler.token", "Bearer token (name in the file)", "");

  /** The file the token is in. */
  public static final Field TOKENS =
      new Field("LeanHttpSampler.tokens", "Token file (properties)", "");

  /** The statuses that are a success. */
  public static final Field EXPECTED =
      new Field("LeanHttpSampler.expectedStatus", "Expected status (one or more)", "200");

  /** The time allowed for an exchange. */
  public static final Field TIMEOUT_MILLIS =
      new Field("LeanHttpSampler.timeout", "Timeout (ms)", "5000");

  /** Whether to keep response bodies for assertions and viewers. */
  public static final Field KEEP_BODY =
      new Field("LeanHttpSampler.keepBody", "Keep response body (true, false)", "false");

  /** All settings, in the order of the GUI. */
  public static final List<Field> FIELDS =
      List.of(
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
          KEEP_BODY);

  private transient @Nullable Ready ready;

  /** Everything read from the settings, and the thread's connection. */
  private record Ready(
      String label,
      RequestTemplate template,
      ExpectedStatus expected,
      int timeoutMillis,
      boolean keepBody,
      HttpConnection connection,
      HttpExchange exchange) {}

  @Override
  public SampleResult sample(@Nullable Entry unused) {
    TimedSampleResult result = new TimedSampleResult();
    Ready go = ready;
    try {
      if (go == null) {
        go = makeReady();
        ready = go;
      }
      result.begin();
      go.connection().exchange(go.template(), go.timeoutMillis(), go.exchange());
      fill(result, go);
    } catch (RuntimeException e) {
      // An arrival must never vanish: JMeter drops a sample whose sampler threw.
      long now = System.nanoTime();
      LOG.error("Sampler '{}' failed: {}", getName(), e.getMessage(), e);
      result.setSampleLabel(getName());
      result.sent(intended(now), now);
      result.failed(ErrorKind.OTHER, now);
      result.setResponseMessage(String.valueOf(e.getMessage()));
    }
    return result;
  }

  private static long intended(long sentNanos) {
    Arrival arrival = Arrival.current();
    return arrival == null ? sentNanos : arrival.claimIntendedStart(sentNanos);
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
    result.sent(intended(sent), sent);
    ErrorKind error = exchange.error();
    if (error != null) {
      result.failed(error, exchange.endNanos());
      result.setResponseCode(error.toString());
      result.setResponseMessage(String.valueOf(exchange.cause()));
      return;
    }
    result.received(exchange.status(), exchange.firstByteNanos(), exchange.endNanos());
    result.setLatency(millis(exchange.firstByteNanos() - sent));
    result.setResponseCode(go.expected().text(exchange.status()));
    result.setSuccessful(go.expected().includes(exchange.status()));
    if (go.keepBody()) {
      result.setResponseData(exchange.body());
      result.setDataType(SampleResult.TEXT);
    }
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private Ready makeReady() {
    RequestTemplate template = template();
    HttpExchange exchange = new HttpExchange();
    boolean keepBody = Boolean.parseBoolean(KEEP_BODY.text(this));
    exchange.keepBody(keepBody);
    return new Ready(
        getName(),
        template,
        ExpectedStatus.parse(EXPECTED.text(this)),
        timeoutMillis(),
        keepBody,
        ThreadConnections.current().to(template.target()),
        exchange);
  }

  /**
   * Reads all settings, without sending anything.
   *
   * @throws IllegalArgumentException when one cannot be used, with the name of this sampler
   */
  void checkSettings() {
    try {
      template();
      timeoutMillis();
      ExpectedStatus.parse(EXPECTED.text(this));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Sampler '" + getName() + "': " + e.getMessage(), e);
    }
  }

  private int timeoutMillis() {
    int timeout = TIMEOUT_MILLIS.whole(this);
    if (timeout < 1) {
      throw new IllegalArgumentException("The timeout is 1 ms or more, not " + timeout + " ms.");
    }
    return timeout;
  }

  private RequestTemplate template() {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : HEADERS.text(this).split("\\R", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      } else if (!line.isBlank()) {
        throw new IllegalArgumentException("Header '" + line + "' is not of the form Name: value.");
      }
    }
    String token = TOKEN.text(this);
    if (!token.isEmpty()) {
      headers.put("Authorization", "Bearer " + tokenFile().token(token));
    }
    return new RequestTemplate(
        new HttpTarget(HOST.text(this), PORT.whole(this)),
        METHOD.text(this),
        PATH.text(this),
        headers,
        BODY.text(this));
  }

  private TokenFile tokenFile() {
    String file = TOKENS.text(this);
    if (file.isEmpty()) {
      throw new IllegalArgumentException(
          "The token '"
              + TOKEN.text(this)
              + "' needs a token file, and none is named. Name one with -Jtokens=FILE.");
    }
    return TokenFile.read(Path.of(file));
  }

  @Override
  public void threadStarted() {
    ready = null;
  }

  @Override
  public void threadFinished() {
    ready = null;
    ThreadConnections.closeCurrent();
  }
}
