package io.meshgauge.load.grpc;

import java.util.regex.Pattern;

/**
 * The name of a method.
 *
 * @param service with its package, such as {@code fgrpc.PingServer}
 * @param name such as {@code Ping}
 */
public record GrpcMethod(String service, String name) {

  private static final Pattern FORM = Pattern.compile("[A-Za-z_][\\w.]*/[A-Za-z_]\\w*");

  /**
   * Reads the form {@code package.Service/Method}.
   *
   * @throws IllegalArgumentException for another form
   */
  public static GrpcMethod parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a gRPC method; expected the form package.Service/Method.");
    }
    int slash = text.indexOf('/');
    return new GrpcMethod(text.substring(0, slash), text.substring(slash + 1));
  }

  @Override
  public String toString() {
    return service + "/" + name;
  }
}
