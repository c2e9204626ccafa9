package io.meshgauge.sample.decision;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.envoyproxy.envoy.service.auth.v3.AttributeContext;
import io.envoyproxy.envoy.service.auth.v3.CheckRequest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Attributes of a request that rules can inspect.
 *
 * @param caller the calling workload, from its certificate; empty without a certificate
 * @param method of HTTP
 * @param path without the query
 * @param claims values by claim of the token that the proxy has verified; empty without a token
 * @param headers by name in lower case
 * @param source address of the caller
 * @param minute of the day in UTC, 0 to 1439
 */
record Question(
    String caller,
    String method,
    String path,
    Map<String, List<String>> claims,
    Map<String, String> headers,
    String source,
    int minute) {
  private static final String TOKENS = "envoy.filters.http.jwt_authn";
  private static final String PAYLOAD = "payload";
  private static final String ACCOUNT = "/sa/";

  /** Reads a proxy's request, at an instant. */
  static Question of(CheckRequest request, Instant now) {
    AttributeContext context = request.getAttributes();
    AttributeContext.HttpRequest http = context.getRequest().getHttp();
    String path = http.getPath();
    int query = path.indexOf('?');
    return new Question(
        workload(context.getSource().getPrincipal()),
        http.getMethod(),
        query < 0 ? path : path.substring(0, query),
        claims(
            context
                .getMetadataContext()
                .getFilterMetadataOrDefault(TOKENS, Struct.getDefaultInstance())),
        http.getHeadersMap(),
        context.getSource().getAddress().getSocketAddress().getAddress(),
        now.atOffset(ZoneOffset.UTC).toLocalTime().toSecondOfDay() / 60);
  }

  /** The service account at the end of a name such as {@code spiffe://domain/ns/x/sa/order}. */
  private static String workload(String principal) {
    int account = principal.lastIndexOf(ACCOUNT);
    return account < 0 ? "" : principal.substring(account + ACCOUNT.length());
  }

  private static Map<String, List<String>> claims(Struct tokens) {
    Value payload = tokens.getFieldsOrDefault(PAYLOAD, Value.getDefaultInstance());
    Map<String, List<String>> claims = new HashMap<>();
    payload
        .getStructValue()
        .getFieldsMap()
        .forEach((name, value) -> claims.put(name, texts(value)));
    return claims;
  }

  /** A claim is a text or a list of texts; rules cannot refer to other types. */
  private static List<String> texts(Value value) {
    return switch (value.getKindCase()) {
      case STRING_VALUE -> List.of(value.getStringValue());
      case LIST_VALUE ->
          value.getListValue().getValuesList().stream().map(Value::getStringValue).toList();
      default -> List.of();
    };
  }
}
