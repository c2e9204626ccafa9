package io.meshgauge.load.jmeter;

import io.grpc.Status;
import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.grpc.GrpcChannel;
import io.meshgauge.load.grpc.GrpcExchange;
import io.meshgauge.load.grpc.GrpcMethod;
import io.meshgauge.load.grpc.GrpcRoute;
import io.meshgauge.load.grpc.GrpcTemplate;
import io.meshgauge.load.grpc.RequestMessage;
import io.meshgauge.load.grpc.ThreadChannels;
import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.record.TimedSampleResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A unary gRPC call over the thread's own channel or one of several shared by all threads. No
 * retries. Succeeds if the status is an expected one, so a call that must be denied succeeds if it
 * is denied. The record counts statuses by their gRPC names.
 */
public class GrpcSampler extends LeanSampler {

  private static final long serialVersionUID = 1L;
  private static final TokenFields TOKEN_FIELDS = TokenFields.of("GrpcSampler");

  /** Placeholder in a request; if present, the token is sent there instead of in the metadata. */
  private static final String TOKEN_PLACEHOLDER = "{token}";

  private static final TlsFields TLS_FIELDS = TlsFields.of("GrpcSampler");

  /** Name or address to connect to. */
  public static final Field HOST = new Field("GrpcSampler.host", "Host", "127.0.0.1");

  /** Port to connect to. */
  public static final Field PORT = new Field("GrpcSampler.port", "Port", "9090");

  /** The method to call. */
  public static final Field METHOD =
      new Field("GrpcSampler.method", "Method (package.Service/Method)", "");

  /** The request's message. */
  public static final Field REQUEST =
      new Field("GrpcSampler.request", "Request (JSON; {token} for the token)", "{}");

  /** Descriptor set with the request's type. */
  public static final Field DESCRIPTORS =
      new Field(
          "GrpcSampler.descriptors", "Descriptor set file (empty: the server's reflection)", "");

  /** Metadata, one {@code name: value} per line. */
  public static final Field METADATA =
      new Field("GrpcSampler.metadata", "Metadata (name: value; one per line)", "");

  /** Name of the token, sent as bearer unless the request has a placeholder; empty for none. */
  public static final Field TOKEN = TOKEN_FIELDS.token();

  /** The token file. */
  public static final Field TOKENS = TOKEN_FIELDS.file();

  /** The statuses that count as success. */
  public static final Field EXPECTED =
      new Field("GrpcSampler.expectedStatus", "Expected status (one or more)", "OK");

  /** The deadline of a call, also sent to the server. */
  public static final Field DEADLINE_MILLIS =
      new Field("GrpcSampler.deadline", "Deadline (ms)", "5000");

  /** How many channels all threads share. */
  public static final Field CHANNELS =
      new Field("GrpcSampler.channels", "Channels shared by all threads (0: one per thread)", "0");

  /** Whether to use TLS. */
  public static final Field TLS = new Field("GrpcSampler.tls", "TLS (true, false)", "false");

  /** All settings, in the order of the GUI. */
  public static final List<Field> FIELDS =
      Stream.concat(
              Stream.of(
                  HOST,
                  PORT,
                  METHOD,
                  REQUEST,
                  DESCRIPTORS,
                  METADATA,
                  TOKEN,
                  TOKENS,
                  EXPECTED,
                  DEADLINE_MILLIS,
                  CHANNELS,
                  TLS),
              TLS_FIELDS.list().stream())
          .toList();

  /** Everything read from the settings, and the thread's channel. */
  private record Ready(
      String label,
      GrpcTemplate template,
      Set<Status.Code> expected,
      int deadlineMillis,
      GrpcChannel channel)
      implements Shot {

    @Override
    public void fire(TimedSampleResult result) {
      fill(result, this, channel.call(template, deadlineMillis));
    }
  }

  private static void fill(TimedSampleResult result, Ready go, GrpcExchange exchange) {
    long sent = exchange.sentNanos();
    result.setSampleLabel(go.label());
    result.setEndTime(result.getStartTime() + millis(exchange.endNanos() - sent));
    result.setBodySize((long) exchange.messageBytes());
    result.setSentBytes(go.template().messageBytes());
    result.setConnectionOpened(exchange.connectionOpened());
    result.sent(Arrival.current(), sent);
    ErrorKind error = exchange.error();
    Status status = exchange.status();
    if (error != null) {
      result.mismatched(names(go.expected()), new byte[0]);
      result.failed(error, exchange.endNanos());
      result.setResponseCode(error.toString());
      result.setResponseMessage(status + " " + status.getCause());
      return;
    }
    result.received(status.getCode().name(), exchange.firstByteNanos(), exchange.endNanos());
    result.setLatency(millis(exchange.firstByteNanos() - sent));
    result.setResponseCode(status.getCode().name());
    if (status.getDescription() != null) {
      result.setResponseMessage(status.getDescription());
    }
    boolean expected = go.expected().contains(status.getCode());
    result.setSuccessful(expected);
    if (!expected) {
      String description = Objects.requireNonNullElse(status.getDescription(), "");
      result.mismatched(names(go.expected()), description.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String names(Set<Status.Code> codes) {
    return codes.stream().map(Status.Code::name).collect(Collectors.joining(", "));
  }

  @Override
  Shot makeReady() {
    GrpcChannel channel = ThreadChannels.current().to(route());
    Map<String, String> metadata = metadata();
    int deadline = limit(DEADLINE_MILLIS, "deadline");
    return new Ready(
        getName(),
        new GrpcTemplate(method(), message(channel, metadata, deadline), metadata),
        ExpectedCodes.parse(EXPECTED.text(this)),
        deadline,
        channel);
  }

  private byte[] message(GrpcChannel channel, Map<String, String> metadata, int timeoutMillis) {
    RequestMessage request = request();
    String file = DESCRIPTORS.text(this);
    if (!file.isEmpty()) {
      return request.encode(file);
    }
    return request.empty() ? new byte[0] : request.encode(channel, metadata, timeoutMillis);
  }

  @Override
  void readSettings() {
    route();
    String file = DESCRIPTORS.text(this);
    RequestMessage request = request();
    // Without a file only the server can validate the request.
    byte[] message = file.isEmpty() ? new byte[0] : request.encode(file);
    new GrpcTemplate(method(), message, metadata()).messageBytes();
    limit(DEADLINE_MILLIS, "deadline");
    ExpectedCodes.parse(EXPECTED.text(this));
  }

  private boolean tokenInside() {
    return REQUEST.text(this).contains(TOKEN_PLACEHOLDER);
  }

  private RequestMessage request() {
    String json = REQUEST.text(this);
    return new RequestMessage(
        method(),
        tokenInside() ? json.replace(TOKEN_PLACEHOLDER, TOKEN_FIELDS.read(this).orElse("")) : json);
  }

  private GrpcMethod method() {
    return GrpcMethod.parse(METHOD.text(this));
  }

  private GrpcRoute route() {
    return new GrpcRoute(
        entry(new HttpTarget(HOST.text(this), PORT.whole(this))),
        TLS.flag(this) ? TLS_FIELDS.read(this) : null,
        CHANNELS.whole(this));
  }

  private Map<String, String> metadata() {
    Map<String, String> metadata = nameValueLines("Metadata", METADATA.text(this));
    if (!tokenInside()) {
      TOKEN_FIELDS.authorization(this).ifPresent(value -> metadata.put("authorization", value));
    }
    ArmBaggage.addTo(metadata);
    return metadata;
  }

  @Override
  void disconnect() {
    ThreadChannels.closeCurrent();
  }
}
