package io.meshgauge.cli.otlp;

import io.meshgauge.report.Report;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option of {@code run} and {@code report} that sends results to an OpenTelemetry collector.
 * Results that are not accepted change neither the report nor the exit code: that one is the
 * verdict on what was measured.
 */
public final class OtlpOptions {
  private static final String OPTION = "--otlp";
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
  private static final String HTTP_PROTOBUF = "http/protobuf";
  private static final String PATH = "/v1/metrics";

  /** OpenTelemetry's own default; the exporter repeats within it what may succeed later. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();

  @Option(
      names = OPTION,
      paramLabel = "URL",
      description =
          "Send the results as OpenTelemetry metrics to a collector that accepts OTLP by HTTP, such"
              + " as http://localhost:4318. Default: the variable OTEL_EXPORTER_OTLP_ENDPOINT, if it"
              + " is set.")
  private @Nullable String url;

  /** With the variables of this process. */
  public OtlpOptions() {
    this(System.getenv());
  }

  OtlpOptions(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * What is wrong with the address of the collector; empty if nothing is, or if nothing is to be
   * sent. A wrong variable of the environment is reported when results are sent: it may not be
   * meant for this program.
   */
  public Optional<String> mistake() {
    return url == null ? Optional.empty() : mistake(url, OPTION);
  }

  /**
   * Sends the results of a session, if that is asked for, and remembers a failure.
   *
   * @param folder of the session
   */
  public void send(Report report, Path folder) {
    String address = url != null ? url : environment.getOrDefault(ENDPOINT, "");
    if (address.isBlank()) {
      return;
    }
    String source = url != null ? OPTION : ENDPOINT;
    String protocol = environment.getOrDefault(PROTOCOL, HTTP_PROTOBUF);
    if (url == null && !protocol.equals(HTTP_PROTOBUF)) {
      problems.add(
          "metrics were not sent: %s is %s; expected %s: name a collector's port for HTTP with --otlp"
              .formatted(PROTOCOL, protocol, HTTP_PROTOBUF));
      return;
    }
    Optional<String> mistake = mistake(address, source);
    if (mistake.isPresent()) {
      problems.add("metrics were not sent: " + mistake.get());
      return;
    }
    URI endpoint = endpoint(address);
    String session = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    new Collector(endpoint, headers(), PATIENCE)
        .send(report, session)
        .ifPresent(
            why ->
                problems.add(
                    "metrics were not sent to %s: %s; expected a collector that accepts OTLP by HTTP (its port is usually 4318; 4317 is for gRPC). The report is complete; to send again: ./meshgauge report %s --otlp %s"
                        .formatted(endpoint, why, folder, address)));
  }

  /** Why results were not sent since the last call, a sentence each; empty if all were. */
  public List<String> takeProblems() {
    List<String> taken = List.copyOf(problems);
    problems.clear();
    return taken;
  }

  private static Optional<String> mistake(String address, String source) {
    String expected = "expected the address of a collector, such as http://localhost:4318";
    try {
      URI uri = new URI(address);
      if (uri.getUserInfo() != null) {
        return Optional.of(
            "%s has a user or a password, which would be printed; expected them in %s"
                .formatted(source, HEADERS));
      }
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return http && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null
          ? Optional.empty()
          : Optional.of("%s is \"%s\"; %s".formatted(source, address, expected));
    } catch (URISyntaxException e) {
      return Optional.of("%s is \"%s\"; %s".formatted(source, address, expected));
    }
  }

  /** OpenTelemetry's rule: the path of metrics is added to the address of the collector. */
  static URI endpoint(String address) {
    String base = address.replaceFirst("/+$", "");
    return URI.create(base.endsWith(PATH) ? base : base + PATH);
  }

  /** Of the form {@code name=value,name=value}, values percent-encoded. */
  private Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String pair : environment.getOrDefault(HEADERS, "").split(",")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        String value = pair.substring(equals + 1).strip().replace("+", "%2B");
        headers.put(
            pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    }
    return headers;
  }
}
