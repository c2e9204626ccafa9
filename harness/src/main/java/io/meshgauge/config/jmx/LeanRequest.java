package io.meshgauge.config.jmx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/**
 * Whether an HTTP sampler sends the same request every time and needs nothing that the Lean HTTP
 * Request does not do; then it can become one.
 *
 * @param properties of the Lean HTTP Request
 */
record LeanRequest(Map<String, String> properties) {
  private static final String PREFIX = "LeanHttpSampler.";
  private static final String ANY_SUCCESS = "200, 201, 202, 203, 204, 205, 206";
  private static final Set<String> HARMLESS =
      Set.of(
          "ConfigTestElement",
          "CSVDataSet",
          "Arguments",
          "CounterConfig",
          "HeaderManager",
          "RandomVariableConfig");
  private static final String EQUALS = "8";

  /** The load worker knows the value of a property when it begins. */
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{__P\\([^()]*\\)}");

  private static final String EQUALS_PATTERN = "1";

  /** The request, or the reason why the sampler stays as it is. */
  record Result(Optional<LeanRequest> request, String reason) {}

  /** Examines a sampler. */
  static Result of(JmxNode sampler, Scope scope, Variables variables) {
    List<String> reasons = new ArrayList<>();
    Map<String, String> made = new LinkedHashMap<>();
    address(sampler, scope, variables, made, reasons);
    path(sampler, variables, made, reasons);
    flags(sampler, reasons);
    Optional<String> status = expected(scope, variables, reasons);
    StringBuilder headers = new StringBuilder();
    for (JmxNode node : scope.nodes()) {
      examine(node, headers, variables, reasons);
    }
    if (!reasons.isEmpty()) {
      return new Result(Optional.empty(), reasons.get(0));
    }
    made.put("headers", headers.toString().strip());
    made.put("token", "");
    made.put("tokens", "");
    made.put("expectedStatus", status.orElse(ANY_SUCCESS));
    made.put("timeout", "${__P(timeoutMillis,5000)}");
    made.put("keepBody", "false");
    made.put("protocol", "${__P(protocol,http/1.1)}");
    made.put("tlsCa", "${__P(tlsCa,)}");
    made.put("tlsServerName", "${__P(tlsServerName,)}");
    return new Result(Optional.of(new LeanRequest(made)), "");
  }

  private static void address(
      JmxNode sampler,
      Scope scope,
      Variables variables,
      Map<String, String> made,
      List<String> reasons) {
    String host = variables.resolve(effective(sampler, scope, Hosts.DOMAIN));
    String port = variables.resolve(effective(sampler, scope, Hosts.PORT));
    if (host.isEmpty() || PROPERTY.matcher(host).replaceAll("").contains("${")) {
      reasons.add("its host is known only while it runs");
    }
    made.put("host", host);
    made.put("port", port.isEmpty() ? "80" : port);
    if (!effective(sampler, scope, "HTTPSampler.proxyHost").isEmpty()) {
      reasons.add("it uses a proxy");
    }
  }

  private static String effective(JmxNode sampler, Scope scope, String property) {
    String own = sampler.text(property);
    if (!own.isEmpty()) {
      return own;
    }
    String found = "";
    for (JmxNode node : scope.nodes()) {
      if (node.type().equals("ConfigTestElement") && !node.text(property).isEmpty()) {
        found = node.text(property);
      }
    }
    return found;
  }

  private static void path(
      JmxNode sampler, Variables variables, Map<String, String> made, List<String> reasons) {
    String method = sampler.text("HTTPSampler.method");
    String path = variables.resolve(sampler.text(Hosts.PATH));
    List<JmxNode> arguments = sampler.items("HTTPsampler.Arguments", "Arguments.arguments");
    boolean raw = sampler.is("HTTPSampler.postBodyRaw", false);
    String body =
        raw
            ? arguments.stream()
                .map(it -> variables.resolve(it.text("Argument.value")))
                .collect(Collectors.joining())
            : "";
    if (!raw && !arguments.isEmpty()) {
      reasons.add("it has parameters, which JMeter encodes");
    }
    if ((path + body + method).contains("${")) {
      reasons.add("its path or body has variables");
    }
    if (path.matches("(?i)https?://.*")) {
      reasons.add("its path is a whole URL");
    }
    made.put("method", method.isEmpty() ? "GET" : method);
    made.put("path", path.startsWith("/") ? path : "/" + path);
    made.put("body", body);
  }

  private static void flags(JmxNode sampler, List<String> reasons) {
    if (sampler.is("HTTPSampler.image_parser", false)) {
      reasons.add("it retrieves embedded resources");
    }
    if (!sampler.is("HTTPSampler.use_keepalive", true)) {
      reasons.add("it closes its connection after each request");
    }
    if (!sampler.texts("File.path").isEmpty()) {
      reasons.add("it sends files");
    }
    if (!sampler.isHttpSampler() || sampler.type().equals("AjpSampler")) {
      reasons.add("it is no HTTP sampler");
    }
  }

  private static void examine(
      JmxNode node, StringBuilder headers, Variables variables, List<String> reasons) {
    if (node.type().equals("HeaderManager")) {
      for (JmxNode header : items(node, "HeaderManager.headers")) {
        String value = variables.resolve(header.text("Header.value"));
        if (value.contains("${")) {
          reasons.add("the header %s has variables".formatted(header.text("Header.name")));
        }
        headers.append(header.text("Header.name")).append(": ").append(value).append('\n');
      }
    } else if (Scope.isPostProcessor(node)) {
      reasons.add("%s reads its response".formatted(node.title()));
    } else if (Scope.isPreProcessor(node)) {
      reasons.add("%s may change it".formatted(node.title()));
    } else if (node.type().endsWith("Manager")) {
      reasons.add("%s applies to it".formatted(node.title()));
    } else if (!Scope.isAssertion(node)
        && !Scope.isTimer(node)
        && !Scope.isListener(node)
        && !HARMLESS.contains(node.type())) {
      reasons.add("%s applies to it".formatted(node.title()));
    }
  }

  private static List<JmxNode> items(JmxNode node, String collection) {
    return node.found(collection).stream()
        .flatMap(it -> JmxNode.elements(it).stream())
        .map(it -> new JmxNode(it, null))
        .toList();
  }

  /** The status that the assertions in scope require; others keep the sampler as it is. */
  private static Optional<String> expected(Scope scope, Variables variables, List<String> reasons) {
    Optional<String> status = Optional.empty();
    for (JmxNode node : scope.nodes().stream().filter(Scope::isAssertion).toList()) {
      List<String> texts =
          items(node, "Asserion.test_strings").stream()
              .map(JmxNode::element)
              .map(Element::getTextContent)
              .map(variables::resolve)
              .map(String::strip)
              .toList();
      String type = node.text("Assertion.test_type");
      boolean code =
          node.type().equals("ResponseAssertion")
              && node.text("Assertion.test_field").equals("Assertion.response_code")
              && (type.equals(EQUALS) || type.equals(EQUALS_PATTERN))
              && texts.size() == 1
              && texts.get(0).matches("\\d{3}")
              && status.isEmpty();
      if (code) {
        status = Optional.of(texts.get(0));
      } else {
        reasons.add("%s reads its response".formatted(node.title()));
      }
    }
    return status;
  }

  /** The element. */
  Element element(JmxEdit edit, String name) {
    Element made = edit.own(OpenLoop.LEAN, name);
    properties.forEach((property, value) -> edit.put(made, PREFIX + property, value));
    return made;
  }
}
