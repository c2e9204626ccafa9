package io.meshgauge.product;

import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Durations;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.Cipher;
import io.meshgauge.topology.connection.Connections;
import io.meshgauge.topology.connection.KeyExchange;
import io.meshgauge.topology.connection.TlsVersion;
import io.meshgauge.topology.plane.Traffic;
import io.meshgauge.topology.plane.Traffic.Retries;
import io.meshgauge.topology.routing.Canary;
import io.meshgauge.topology.routing.Injection;
import io.meshgauge.topology.routing.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Retry, timeout and limit settings of a variant. An unset one keeps the default of its mesh. */
public final class TrafficSettings {
  /** Value that disables a setting. */
  public static final String OFF = "off";

  /**
   * Envoy's retry conditions for requests that the service has not processed, or that it rejects by
   * gRPC status.
   */
  public static final String ON_CONNECT = "connect-failure, refused-stream, unavailable, cancelled";

  /** Istio's default. */
  private static final int DEFAULT_RETRIES = 2;

  private static final String CONNECT = "connect";
  private static final String SERVER_ERRORS = "5xx";

  private static final Pattern SERVICE = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");

  private static final Pattern DELAYS = Pattern.compile("([1-9]\\d{0,3}(?:ms|s)) ([1-9]\\d?|100)%");

  private static final Pattern ABORTS = Pattern.compile("(50[234]) ([1-9]\\d?|100)%");

  private static final Pattern TIMEOUT = Pattern.compile("[1-9]\\d{0,5}(ms|s)");

  /** The traffic settings that a mesh may support. */
  public static final List<Setting> ALL =
      List.of(
          new Setting(
              TrafficSetting.RETRIES.key(),
              "off, or a whole number from 0 to 10: maximum retries per request",
              Pattern.compile("off|\\d|10").asMatchPredicate()),
          Setting.oneOf(TrafficSetting.RETRY_ON.key(), List.of(CONNECT, SERVER_ERRORS)),
          new Setting(
              TrafficSetting.REQUEST_TIMEOUT.key(),
              "a duration such as 250ms or 2s, above 0",
              TIMEOUT.asMatchPredicate()),
          number(TrafficSetting.RATE_LIMIT, "maximum requests per second to a service"),
          number(TrafficSetting.CIRCUIT_BREAKER, "maximum concurrent requests to a service"),
          number(TrafficSetting.CONCURRENT_RETRIES, "maximum concurrent retries to a service"),
          Setting.whole(
              TrafficSetting.CONNECTION_LIFETIME.key(),
              1,
              1_000,
              "requests after which a proxy closes its connection to a service's proxy"));

  /** Outlier detection, for products that choose among replicas. */
  public static final Setting OUTLIERS =
      Setting.whole(
          TrafficSetting.OUTLIER_DETECTION.key(),
          1,
          99,
          "consecutive 5xx responses after which a replica is ejected for 30 s");

  /** The TLS of connections, for products that open TLS connections. */
  public static final List<Setting> TLS =
      List.of(
          Setting.oneOf(TrafficSetting.TLS_RESUMPTION.key(), List.of("on", OFF)),
          oneOf(TrafficSetting.TLS_VERSION, TlsVersion.values(), TlsVersion::key),
          oneOf(TrafficSetting.KEY_EXCHANGE, KeyExchange.values(), KeyExchange::key),
          oneOf(TrafficSetting.CERTIFICATE_KEY, CertificateKey.values(), CertificateKey::key),
          oneOf(TrafficSetting.TLS_CIPHER, Cipher.values(), Cipher::key));

  /**
   * Second versions, injected faults and HTTP/2 between proxies, for products with a proxy at every
   * process.
   */
  public static final List<Setting> ROUTING =
      List.of(
          Setting.oneOf(TrafficSetting.HTTP2_UPGRADE.key(), List.of("on", OFF)),
          new Setting(
              TrafficSetting.CANARY.key(),
              "a whole percentage from 1%% to %d%%: share of the requests for a second version of a service"
                  .formatted(Canary.MOST),
              Pattern.compile("([1-9]|[1-4]\\d|50)%").asMatchPredicate()),
          new Setting(
              TrafficSetting.CANARY_SERVICE.key(),
              "the name of a service",
              SERVICE.asMatchPredicate()),
          new Setting(
              TrafficSetting.INJECT_DELAY.key(),
              "a duration and a whole percentage of the calls of a service, for example 10ms 5%",
              DELAYS.asMatchPredicate()),
          new Setting(
              TrafficSetting.INJECT_ABORT.key(),
              "a status from 502 to 504 and a whole percentage of the calls of a service, for example 503 1%",
              ABORTS.asMatchPredicate()),
          new Setting(
              TrafficSetting.INJECT_SERVICE.key(),
              "the name of a service",
              SERVICE.asMatchPredicate()));

  private static final String ROUTED =
      "requests are split between versions, faults injected, and calls upgraded to HTTP/2, by the proxies of istio-mtls, istio-plaintext and, on local, envoy";

  /** Who understands settings that only some products do, by setting name. */
  static final Map<String, String> ELSEWHERE = new TreeMap<>(SizeSettings.elsewhere());

  static {
    ROUTING.forEach(setting -> ELSEWHERE.put(setting.name(), ROUTED));
  }

  /** The service for what names none, in the fairness manifest. */
  public static final String FIRST_SERVICE = "the first service behind the entry";

  private TrafficSettings() {}

  /** Reasons for a product without any of these settings, by setting name. */
  public static Map<String, String> without(String title) {
    Map<String, String> reasons = new TreeMap<>();
    for (TrafficSetting setting : TrafficSetting.values()) {
      reasons.put(
          setting.key(),
          ELSEWHERE.getOrDefault(
              setting.key(),
              "retries, timeouts and limits of %s cannot be proven yet; use mesh envoy-front"
                  .formatted(title)));
    }
    return reasons;
  }

  /** The traffic rules of a valid variant. */
  public static Traffic of(Variant variant) {
    Optional<String> times = TrafficSetting.RETRIES.of(variant);
    Optional<String> on = TrafficSetting.RETRY_ON.of(variant);
    boolean configured = times.isPresent() || on.isPresent();
    return new Traffic(
        configured
            ? Optional.of(
                new Retries(
                    times.map(TrafficSettings::times).orElse(DEFAULT_RETRIES),
                    on.filter(SERVER_ERRORS::equals).isPresent()))
            : Optional.empty(),
        TrafficSetting.REQUEST_TIMEOUT.of(variant).map(Durations::of),
        TrafficSetting.RATE_LIMIT.of(variant).map(Integer::valueOf),
        TrafficSetting.CIRCUIT_BREAKER.of(variant).map(Integer::valueOf),
        TrafficSetting.CONCURRENT_RETRIES.of(variant).map(Integer::valueOf),
        TrafficSetting.OUTLIER_DETECTION.of(variant).map(Integer::valueOf),
        new Connections(
            TrafficSetting.CONNECTION_LIFETIME.of(variant).map(Integer::valueOf),
            TrafficSetting.TLS_RESUMPTION.of(variant).map("on"::equals),
            chosen(variant, TrafficSetting.TLS_VERSION, TlsVersion.values(), TlsVersion::key),
            chosen(variant, TrafficSetting.KEY_EXCHANGE, KeyExchange.values(), KeyExchange::key),
            chosen(
                variant,
                TrafficSetting.CERTIFICATE_KEY,
                CertificateKey.values(),
                CertificateKey::key),
            chosen(variant, TrafficSetting.TLS_CIPHER, Cipher.values(), Cipher::key),
            TrafficSetting.HTTP2_UPGRADE.of(variant).filter("on"::equals).isPresent()),
        new Routing(
            TrafficSetting.CANARY
                .of(variant)
                .map(
                    share -> new Canary(TrafficSetting.CANARY_SERVICE.of(variant), percent(share))),
            injection(variant),
            SizeSettings.of(variant)));
  }

  private static Optional<Injection> injection(Variant variant) {
    Injection injection =
        new Injection(
            TrafficSetting.INJECT_SERVICE.of(variant),
            matched(variant, TrafficSetting.INJECT_DELAY, DELAYS)
                .map(it -> new Injection.Delay(Durations.of(it.group(1)), percent(it.group(2)))),
            matched(variant, TrafficSetting.INJECT_ABORT, ABORTS)
                .map(
                    it ->
                        new Injection.Abort(Integer.parseInt(it.group(1)), percent(it.group(2)))));
    return Optional.of(injection).filter(it -> it.delay().isPresent() || it.abort().isPresent());
  }

  private static Optional<Matcher> matched(
      Variant variant, TrafficSetting setting, Pattern pattern) {
    return setting.of(variant).map(pattern::matcher).filter(Matcher::matches);
  }

  private static int percent(String share) {
    return Integer.parseInt(share.replace("%", ""));
  }

  /** The retries of the rules, or the default of the product. */
  public static Retries retries(Traffic traffic) {
    return traffic.retries().orElse(new Retries(DEFAULT_RETRIES, false));
  }

  /** Problems in the combination of settings that are each valid. */
  static List<String> problems(Variant variant, String mesh) {
    List<String> problems = new ArrayList<>();
    boolean never = TrafficSetting.RETRIES.of(variant).filter(it -> times(it) == 0).isPresent();
    Stream.of(TrafficSetting.RETRY_ON, TrafficSetting.CONCURRENT_RETRIES)
        .filter(setting -> never && setting.of(variant).isPresent())
        .map(
            setting ->
                "setting %s on mesh %s: retries are off; expected setting retries: 1 or more"
                    .formatted(setting.key(), mesh))
        .forEach(problems::add);
    problems.addAll(problemsOfTls(variant, mesh));
    problems.addAll(problemsOfRouting(variant, mesh));
    if (variant.policy().equals(PolicySettings.NONE)) {
      return problems;
    }
    Stream.of(
            TrafficSetting.RATE_LIMIT, TrafficSetting.CIRCUIT_BREAKER, TrafficSetting.INJECT_ABORT)
        .filter(setting -> setting.of(variant).isPresent())
        .map(
            setting ->
                "setting %s on mesh %s: expected policy none: requests that a proxy rejects by itself never reach policy %s, so that its counts could not be compared with the requests sent"
                    .formatted(setting.key(), mesh, variant.policy()))
        .forEach(problems::add);
    return problems;
  }

  private static List<String> problemsOfRouting(Variant variant, String mesh) {
    List<String> problems = new ArrayList<>();
    Routing routing = of(variant).routing();
    if (TrafficSetting.CANARY_SERVICE.of(variant).isPresent() && routing.canary().isEmpty()) {
      problems.add(
          "setting canary-service on mesh %s: there is no second version; expected setting canary: its share of the requests, for example 10%%"
              .formatted(mesh));
    }
    if (TrafficSetting.INJECT_SERVICE.of(variant).isPresent() && routing.injection().isEmpty()) {
      problems.add(
          "setting inject-service on mesh %s: nothing is injected; expected setting inject-delay, for example 10ms 5%%, or inject-abort, for example 503 1%%"
              .formatted(mesh));
    }
    if (TrafficSetting.INJECT_ABORT.of(variant).isPresent() && Telemetry.of(variant).traces()) {
      problems.add(
          "setting inject-abort on mesh %s: expected telemetry without traces: an aborted call has a span at its caller's side only"
              .formatted(mesh));
    }
    return problems;
  }

  private static List<String> problemsOfTls(Variant variant, String mesh) {
    Connections connections = of(variant).connections();
    List<String> problems = new ArrayList<>();
    if (connections.cipher().isPresent()
        && !connections.version().equals(Optional.of(TlsVersion.V1_2))) {
      problems.add(
          "setting tls-cipher on mesh %s: expected setting tls-version: 1.2; there is no choice among the ciphers of TLS 1.3"
              .formatted(mesh));
    }
    if (connections.version().equals(Optional.of(TlsVersion.V1_2))) {
      connections
          .keyExchange()
          .flatMap(it -> notInTls12(it, connections.certificateKey()))
          .map(it -> it.formatted(mesh))
          .ifPresent(problems::add);
    }
    return problems;
  }

  /** Of TLS 1.2, whose list of groups holds for the keys of certificates, too. */
  private static Optional<String> notInTls12(KeyExchange group, Optional<CertificateKey> key) {
    String setting = "setting key-exchange: '%s' on mesh %%s: ".formatted(group.key());
    if (group == KeyExchange.X25519_ML_KEM_768) {
      return Optional.of(setting + "TLS 1.2 does not have it; expected setting tls-version: 1.3");
    }
    return key.orElse(CertificateKey.ECDSA_P_256) == CertificateKey.ECDSA_P_256
        ? Optional.of(
            setting
                + "in TLS 1.2 it excludes certificates of ECDSA P-256; expected setting certificate-key: rsa-2048 or rsa-4096, or tls-version: 1.3")
        : Optional.empty();
  }

  /**
   * Lines of the fairness manifest.
   *
   * @param sender human-readable name of the component that forwards requests to a service
   */
  public static Map<String, String> manifest(Traffic traffic, String sender) {
    Map<String, String> lines = new TreeMap<>();
    Retries retries = retries(traffic);
    lines.put(
        TrafficSetting.RETRIES.line(),
        retries.most() == 0
            ? "none"
            : "%d on %s%s"
                .formatted(
                    retries.most(), retries.onAnswers() ? SERVER_ERRORS + ", " : "", ON_CONNECT));
    lines.put(
        TrafficSetting.REQUEST_TIMEOUT.line(),
        traffic.timeout().map(it -> it.toMillis() + " ms").orElse("none")
            + " per request, 10 s to connect"
            + traffic.routing().injection().map(TrafficSettings::injected).orElse(""));
    lines.put(
        TrafficSetting.RATE_LIMIT.line(),
        traffic
            .perSecond()
            .map("%d requests per second to each service"::formatted)
            .orElse("none"));
    List<String> limits = new ArrayList<>();
    traffic
        .maxInFlight()
        .map(
            most ->
                "%d concurrent requests from %s to each service, as many queued"
                    .formatted(most, sender))
        .ifPresent(limits::add);
    traffic
        .maxRetriesInFlight()
        .map("at most %d concurrent retries"::formatted)
        .ifPresent(limits::add);
    traffic
        .failuresInARow()
        .map("a replica is ejected for 30 s after %d consecutive 5xx responses"::formatted)
        .ifPresent(limits::add);
    lines.put(
        TrafficSetting.CIRCUIT_BREAKER.line(),
        limits.isEmpty() ? "no limits" : String.join("; ", limits));
    lines.put(TrafficSetting.CONNECTION_LIFETIME.line(), keepAlive(traffic.connections()));
    return lines;
  }

  /** TLS versions and group, for the fairness manifest. */
  public static String tls(Traffic traffic) {
    Connections connections = traffic.connections();
    return connections.version().map(TlsVersion::key).orElse("1.2 to 1.3")
        + connections.keyExchange().map(it -> ", " + it.title()).orElse("")
        + connections.certificateKey().map(it -> ", certificates of " + it.key()).orElse("");
  }

  private static String injected(Injection injection) {
    String faults =
        Stream.concat(
                injection
                    .delay()
                    .map(it -> "%d ms in %d %%".formatted(it.length().toMillis(), it.percent()))
                    .stream(),
                injection
                    .abort()
                    .map(it -> "status %d in %d %%".formatted(it.status(), it.percent()))
                    .stream())
            .collect(Collectors.joining(", "));
    return "; injected into calls of %s: %s"
        .formatted(injection.service().orElse(FIRST_SERVICE), faults);
  }

  private static String keepAlive(Connections connections) {
    return connections
            .lifetime()
            .map("a connection carries up to %d requests"::formatted)
            .orElse("on, idle for up to 1 h")
        + connections
            .resumption()
            .map(it -> it ? ", TLS sessions resumed" : ", TLS sessions not resumed")
            .orElse("");
  }

  private static <T> Setting oneOf(TrafficSetting setting, T[] values, Function<T, String> key) {
    return Setting.oneOf(setting.key(), Stream.of(values).map(key).toList());
  }

  private static <T> Optional<T> chosen(
      Variant variant, TrafficSetting setting, T[] values, Function<T, String> key) {
    return setting
        .of(variant)
        .flatMap(name -> Stream.of(values).filter(it -> key.apply(it).equals(name)).findFirst());
  }

  private static Setting number(TrafficSetting setting, String what) {
    return Setting.whole(setting.key(), 1, 99_999, what);
  }

  private static int times(String word) {
    return word.equals(OFF) ? 0 : Integer.parseInt(word);
  }
}
