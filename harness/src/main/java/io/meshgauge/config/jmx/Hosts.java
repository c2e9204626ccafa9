package io.meshgauge.config.jmx;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds HTTP samplers that would send to another host than the application under test. A host that
 * is known only at run time needs a target, with which the load worker compares it then.
 */
final class Hosts {
  static final String DOMAIN = "HTTPSampler.domain";
  static final String PORT = "HTTPSampler.port";
  static final String PATH = "HTTPSampler.path";
  private static final String PROXY = "HTTPSampler.proxyHost";

  private static final String ENTRY = "write ${__P(host)} and ${__P(port)} as server and port";

  private static final String DEFAULT_PORT = "80";

  private static final Pattern URL =
      Pattern.compile("(?i)https?://([^/:?#]*)(?::([^/?#]*))?.*", Pattern.DOTALL);
  private static final Pattern HOST_PROPERTY = property("host");
  private static final Pattern PORT_PROPERTY = property("port");

  private final Variables variables;
  private final Modules modules;
  private final Optional<String> target;
  private final Objections objections;

  Hosts(Variables variables, Modules modules, Optional<String> target, Objections objections) {
    this.modules = modules;
    this.variables = variables;
    this.target = target;
    this.objections = objections;
  }

  private static Pattern property(String name) {
    return Pattern.compile(
        "\\$\\{__(P|property)\\(\\s*([\\w.-]+\\.)?" + name + "\\s*(,[^}]*)?\\)}");
  }

  /**
   * Checks the samplers below an element.
   *
   * @param inherited request defaults in scope, the nearest last
   */
  void check(JmxNode node, List<JmxNode> inherited) {
    check(node, inherited, Set.of());
  }

  private void check(JmxNode node, List<JmxNode> inherited, Set<JmxNode> above) {
    Set<JmxNode> running = new HashSet<>(above);
    List<JmxNode> scope = new ArrayList<>(inherited);
    List<JmxNode> children = modules.below(node, running);
    children.stream().filter(it -> it.type().equals("ConfigTestElement")).forEach(scope::add);
    for (JmxNode child : children) {
      if (child.isHttpSampler()) {
        sampler(child, scope);
      } else if (child.isLean()) {
        lean(child);
      }
      check(child, scope, running);
    }
  }

  private void lean(JmxNode sampler) {
    judge(sampler, sampler.text("LeanHttpSampler.host"), sampler.text("LeanHttpSampler.port"));
  }

  private void sampler(JmxNode sampler, List<JmxNode> scope) {
    List<JmxNode> all = new ArrayList<>(scope);
    sampler.enabledChildren().stream()
        .filter(it -> it.type().equals("ConfigTestElement"))
        .forEach(all::add);
    all.add(sampler);
    String proxy = variables.resolve(effective(all, PROXY)).strip();
    if (!proxy.isEmpty()) {
      problem(
          sampler,
          "would send through the proxy %s".formatted(proxy),
          "clear Proxy Server in the sampler's Advanced tab, and in the HTTP Request Defaults in its scope");
    }
    Matcher url = URL.matcher(variables.value(effective(all, PATH)));
    if (url.matches()) {
      judge(sampler, url.group(1), url.group(2) == null ? "" : url.group(2));
    } else {
      judge(sampler, effective(all, DOMAIN), effective(all, PORT));
    }
  }

  /** The nearest value: of the sampler, then of its defaults. */
  private static String effective(List<JmxNode> scope, String property) {
    for (int i = scope.size() - 1; i >= 0; i--) {
      String text = scope.get(i).text(property);
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  private void judge(JmxNode sampler, String writtenHost, String writtenPort) {
    String host = variables.value(writtenHost).strip();
    String port = variables.value(writtenPort).strip();
    boolean entry = HOST_PROPERTY.matcher(host).matches();
    if (entry ? isEntryPort(port) : target.filter(it -> isTarget(it, host, port)).isPresent()) {
      return;
    }
    String address = host + (port.isEmpty() ? "" : ":" + port);
    Optional<String> unset = variables.unset(address);
    String named = target.map(it -> it.replaceFirst(":.*", "")).orElse("app.test");
    if (entry) {
      String real = port.isEmpty() ? DEFAULT_PORT : port.matches("\\d+") ? port : "PORT";
      problem(
          sampler,
          "sends to the host of the entry, but to the port \"%s\"".formatted(port),
          line(named + ":" + real, "") + ", or ${__P(port)} as its port");
    } else if (unset.isPresent()) {
      problem(
          sampler,
          "sends to %s, and nothing sets the property %s".formatted(address, unset.get()),
          line(target.orElse(named), ", properties: {%s: %s}".formatted(unset.get(), named)));
    } else if (!host.contains("${")) {
      problem(
          sampler,
          host.isEmpty()
              ? "names no host, and no HTTP Request Defaults in its scope do"
              : "would send to " + address,
          ENTRY
              + (host.isEmpty()
                  ? ""
                  : "; or, if that address stands for the application, " + line(address, "")));
    } else if (target.isEmpty()) {
      problem(
          sampler,
          "would send to %s, which is known only when the plan runs".formatted(address),
          line("HOST:PORT", "") + ", with the address that it is then; or " + ENTRY);
    }
  }

  /** The line to write into the experiment. */
  private static String line(String target, String more) {
    return "write target: %s%s behind the plan's jmx:".formatted(target, more);
  }

  private boolean isEntryPort(String port) {
    return PORT_PROPERTY.matcher(port).matches()
        || target
            .filter(it -> it.endsWith(":" + (port.isEmpty() ? DEFAULT_PORT : port)))
            .isPresent();
  }

  private static boolean isTarget(String target, String host, String port) {
    int colon = target.indexOf(':');
    String wanted = colon < 0 ? target : target.substring(0, colon);
    String wantedPort = colon < 0 ? "" : target.substring(colon + 1);
    return host.equalsIgnoreCase(wanted)
        && (wantedPort.isEmpty() || port.isEmpty() || port.equals(wantedPort));
  }

  private void problem(JmxNode sampler, String what, String advice) {
    objections.add(
        sampler,
        "sampler",
        what,
        target
            .map(it -> "the entry of the application, or the target " + it)
            .orElse("the entry of the application: load goes nowhere else"),
        advice);
  }
}
