package io.meshgauge.platform.kubernetes.application;

import io.meshgauge.platform.kubernetes.manifest.Located;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
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

  private static final Pattern ELSEWHERE =
      Pattern.compile("([a-z0-9][-a-z0-9]*)\\.([a-z0-9][-a-z0-9]*)\\.svc(\\.[-.a-z0-9]+)?");

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
      return;
    }
    Set<String> found = new HashSet<>();
    Matcher address = ELSEWHERE.matcher(located.object().toString());
    while (address.find()) {
      if (found.add(address.group())) {
        problems.add(
            "%s names the address %s of the namespace %s; expected the name of the Service alone, which is found in the experiment's namespace: write %s"
                .formatted(located.title(), address.group(), address.group(2), address.group(1)));
      }
    }
  }
}
