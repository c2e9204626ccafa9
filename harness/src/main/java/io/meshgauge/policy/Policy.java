package io.meshgauge.policy;

import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Access rules of the services. A request to a listed service is refused unless one of its rules
 * allows it; a service that is not listed is open.
 *
 * @param kind the attributes that rules may use
 * @param services rules by service, in order of evaluation
 */
public record Policy(Kind kind, Map<String, List<Rule>> services) {

  /** The attributes that rules may use. */
  public enum Kind {
    /** Caller, roles, methods and paths. */
    RBAC,
    /** In addition other claims, headers, sources and hours. */
    ABAC;

    /** The name in files. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Policy {
    Map<String, List<Rule>> copy = new TreeMap<>();
    services.forEach((service, rules) -> copy.put(service, List.copyOf(rules)));
    services = copy;
  }

  /** Reads the policy that comes with the project: {@code k8s/policy/KIND.yaml}. */
  public static Policy shipped(Kind kind) {
    String resource = kind.key() + ".yaml";
    try (InputStream stream = Policy.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException(
            "%s is not next to %s; build the harness again: it comes from k8s/policy"
                .formatted(resource, Policy.class.getName()));
      }
      return new PolicyReader("k8s/policy/" + resource, List.of())
          .read(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  /**
   * Reads a policy file.
   *
   * @throws InvalidInputException with all problems
   */
  public static Policy read(Path file) {
    return read(file, List.of());
  }

  /**
   * Reads a policy file.
   *
   * @param services the ones that it may name; empty: any
   * @throws InvalidInputException with all problems
   */
  public static Policy read(Path file, List<String> services) {
    try {
      return new PolicyReader(file.toString(), services).read(Files.readString(file));
    } catch (IOException e) {
      throw new InvalidInputException(
          List.of(
              new Problem(
                  Place.of(file.toString()),
                  Problem.Kind.WRONG,
                  "cannot be read (%s)".formatted(e.getClass().getSimpleName()),
                  "a policy file in UTF-8, such as k8s/policy/rbac.yaml",
                  "check the path")));
    }
  }

  /** Prepends rules to each service that match no request of the plans. */
  public Policy padded(int rules) {
    Map<String, List<Rule>> padded = new TreeMap<>();
    services.forEach(
        (service, own) ->
            padded.put(
                service,
                Stream.concat(IntStream.rangeClosed(1, rules).mapToObj(Rule::filler), own.stream())
                    .toList()));
    return new Policy(kind, padded);
  }

  /** Number of rules of all services together. */
  public int size() {
    return services.values().stream().mapToInt(List::size).sum();
  }

  /** The rules of one service in the format of policy files. */
  public Map<String, Object> toMap(String service) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", kind.key());
    map.put(
        "services",
        Map.of(
            service, services.getOrDefault(service, List.of()).stream().map(Rule::toMap).toList()));
    return map;
  }
}
