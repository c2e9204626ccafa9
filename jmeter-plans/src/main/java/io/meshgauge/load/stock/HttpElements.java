package io.meshgauge.load.stock;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HTTP samplers, by their properties: their classes may be absent. */
final class HttpElements {
  static final String DOMAIN = "HTTPSampler.domain";
  static final String PORT = "HTTPSampler.port";
  static final String PROTOCOL = "HTTPSampler.protocol";
  static final String PATH = "HTTPSampler.path";

  private static final Pattern ABSOLUTE =
      Pattern.compile("(?i)https?://([^/:?#]+)(?::(\\d+))?([/?#].*)?", Pattern.DOTALL);

  private HttpElements() {}

  /**
   * A host and a port.
   *
   * @param port empty if it is the protocol's own
   */
  record Address(String host, String port) {}

  static boolean isSampler(Object element) {
    String name = element.getClass().getName();
    return name.startsWith("org.apache.jmeter.protocol.http.sampler.")
        || name.endsWith(".AjpSampler");
  }

  /** Properties of the project's own sampler, which users' converted plans have. */
  static final String LEAN_HOST = "LeanHttpSampler.host";

  static final String LEAN_PORT = "LeanHttpSampler.port";

  /** The address in a path that is a whole URL. */
  static Optional<Address> absolute(String path) {
    Matcher url = ABSOLUTE.matcher(path.strip());
    return url.matches()
        ? Optional.of(new Address(url.group(1), url.group(2) == null ? "" : url.group(2)))
        : Optional.empty();
  }

  /** What follows the address in a path that is a whole URL. */
  static String rest(String path) {
    Matcher url = ABSOLUTE.matcher(path.strip());
    return url.matches() && url.group(3) != null ? url.group(3) : "/";
  }
}
