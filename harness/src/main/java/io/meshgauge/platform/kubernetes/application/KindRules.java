package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Located;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which kinds of objects an application may have: those that stay in the experiment's namespace,
 * end with it, and change nothing of a run while it is measured.
 */
record KindRules(UserManifests manifests) {
  private static final Set<String> ALLOWED =
      Set.of(
          "ConfigMap",
          "Deployment",
          "NetworkPolicy",
          "PersistentVolumeClaim",
          "PodDisruptionBudget",
          "Secret",
          "Service",
          "ServiceAccount",
          "StatefulSet");

  private static final String RUNS_NOTHING = "remove it, or patch it away in a kustomization";

  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("Namespace", "an experiment creates its own namespace"),
          Map.entry(
              "Job",
              "work that ends is not part of a measured service; prepare data in an init container"),
          Map.entry("CronJob", "it would start work in the middle of a measurement"),
          Map.entry(
              "DaemonSet", "it runs on every node, and a service is one Deployment or StatefulSet"),
          Map.entry("Pod", "a service is a Deployment or StatefulSet"),
          Map.entry("ReplicaSet", "a service is a Deployment or StatefulSet"),
          Map.entry("HorizontalPodAutoscaler", "it would change the number of pods during a run"),
          Map.entry("Ingress", "the load enters at the Service of load:"),
          Map.entry("HTTPRoute", "the load enters at the Service of load:"),
          Map.entry("Role", "measured services get no rights in the cluster"),
          Map.entry("RoleBinding", "measured services get no rights in the cluster"),
          Map.entry("ClusterRole", "it reaches beyond the experiment's namespace"),
          Map.entry("ClusterRoleBinding", "it reaches beyond the experiment's namespace"),
          Map.entry("CustomResourceDefinition", "it reaches beyond the experiment's namespace"),
          Map.entry("PersistentVolume", "it reaches beyond the experiment's namespace"),
          Map.entry("PriorityClass", "it reaches beyond the experiment's namespace"),
          Map.entry("StorageClass", "it reaches beyond the experiment's namespace"),
          Map.entry("MutatingWebhookConfiguration", "it reaches beyond the experiment's namespace"),
          Map.entry(
              "ValidatingWebhookConfiguration", "it reaches beyond the experiment's namespace"));

  /** Names that the harness uses itself in the namespace. */
  private static final Set<String> TAKEN =
      Set.of(
          "ConfigMap addresses",
          "ConfigMap plan",
          "Secret tokens",
          "ServiceAccount load",
          "Deployment load",
          "Service load");

  /**
   * A Service of another namespace, in every form that the cluster's DNS resolves: {@code a.b.svc}
   * with or without the cluster's domain; {@code a.b} with a port, or in a URL. A URL with a public
   * domain of two parts, such as {@code http://json-schema.org/draft}, is often only a name.
   */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(?<![-.\\w])(?<service>[a-z][-a-z0-9]*)\\.(?<namespace>[a-z][-a-z0-9]*)"
              + "(?:\\.svc(?:\\.[-.a-z0-9]+)?(?![-\\w])|(?=:\\d{1,5}(?!\\w)))"
              + "|://(?:[^/@\\s\"]*@)?(?<host>[a-z][-a-z0-9]*)\\.(?!(?:com|org|net|io)\\b)(?<in>[a-z][-a-z0-9]*)(?=[/:?#\"\\s]|$)");

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Located located : manifests.objects()) {
      String kind = Manifest.kind(located.object());
      if (kind.isEmpty() || Manifest.name(located.object()).isEmpty()) {
        problems.add(
            "%s:%d: an object without kind or metadata.name; expected both"
                .formatted(located.file(), located.line()));
        continue;
      }
      if (!ALLOWED.contains(kind)) {
        problems.add(
            "%s is not deployed: %s; expected one of %s; %s"
                .formatted(
                    located.title(),
                    REASONS.getOrDefault(
                        kind, "the harness does not know what objects of this kind do"),
                    ALLOWED.stream().sorted().toList(),
                    RUNS_NOTHING));
      }
      if (!seen.add(Manifest.title(located.object()))) {
        problems.add(located.title() + " exists twice; expected each object once");
      }
      if (TAKEN.contains(Manifest.title(located.object()))) {
        problems.add(
            "%s has a name that the harness uses itself in the namespace; rename it"
                .formatted(located.title()));
      }
      names(located, problems);
    }
    return problems;
  }

  private static void names(Located located, List<String> problems) {
    String namespace = located.object().at("/metadata/namespace").asText("");
    if (!namespace.isEmpty()) {
      problems.add(
          "%s names the namespace %s; an experiment creates its own: remove metadata.namespace"
              .formatted(located.title(), namespace));
    }
    if (Manifest.kind(located.object()).equals("Secret")) {
      secrets(located, problems);
      return;
    }
    Map<List<String>, Set<String>> found = new LinkedHashMap<>();
    Matcher address = ELSEWHERE.matcher(withoutImages(located.object()).toString());
    while (address.find()) {
      String service = first(address, "service", "host");
      String other = first(address, "namespace", "in");
      // A URL may contain a password.
      String text = address.group("service") == null ? service + "." + other : address.group();
      found.computeIfAbsent(List.of(service, other), it -> new LinkedHashSet<>()).add(text);
    }
    found.forEach(
        (names, addresses) ->
            problems.add(
                "%s names the address %s of the namespace %s; expected the name of the Service alone, which is found in the experiment's namespace: write %s"
                    .formatted(
                        located.title(),
                        String.join(", ", addresses),
                        names.get(1),
                        names.get(0))));
  }

  private static String first(Matcher found, String one, String other) {
    return found.group(one) == null ? found.group(other) : found.group(one);
  }

  /** An image is named after its registry, which nothing of the application calls. */
  private static ObjectNode withoutImages(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    Manifest.containers(copy).forEach(container -> container.remove("image"));
    return copy;
  }

  /** Addresses in a Secret, of which no value is printed. */
  private static void secrets(Located located, List<String> problems) {
    List<String> keys = new ArrayList<>();
    located
        .object()
        .path("stringData")
        .properties()
        .forEach(it -> keyOf(it.getKey(), it.getValue().asText(), keys));
    located
        .object()
        .path("data")
        .properties()
        .forEach(it -> keyOf(it.getKey(), decoded(it.getValue().asText()), keys));
    keys.forEach(
        key ->
            problems.add(
                "%s names an address of another namespace in its key %s; expected the name of the Service alone, which is found in the experiment's namespace"
                    .formatted(located.title(), key)));
  }

  private static void keyOf(String key, String value, List<String> keys) {
    if (ELSEWHERE.matcher(value).find()) {
      keys.add(key);
    }
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64.strip()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
