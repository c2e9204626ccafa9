package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.topology.ControlPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * What the harness must be allowed to do, asked of the API server one verb at a time. The same list
 * stands in {@code k8s/rbac}, which grants it.
 */
final class Access {
  /**
   * Verbs on a resource.
   *
   * @param group API group, empty for the core
   * @param resource with its sub-resource behind a slash
   */
  record Right(String group, String resource, List<String> verbs) {
    static Right of(String group, String resource, String... verbs) {
      return new Right(group, resource, Arrays.asList(verbs));
    }
  }

  /** The one verb for what others have made. */
  private static final String READ = "get";

  /** What belongs to no namespace. */
  static final List<Right> CLUSTER_WIDE =
      List.of(
          Right.of("", "namespaces", "create", "get", "list", "patch", "delete"),
          Right.of("", "nodes", "get", "list"),
          Right.of("", "nodes/proxy", "get"));

  /** What every experiment needs in its namespace. */
  static final List<Right> IN_NAMESPACE =
      List.of(
          Right.of("", "pods", "create", "get", "list", "patch", "delete"),
          Right.of("", "pods/log", "get"),
          Right.of("", "pods/portforward", "create", "get"),
          Right.of("", "events", "list"),
          Right.of("", "services", "create", "get", "patch", "delete"),
          Right.of("", "configmaps", "create", "get", "patch", "delete"),
          Right.of("", "secrets", "create", "get", "patch", "delete"),
          Right.of("", "serviceaccounts", "create", "get", "patch", "delete"),
          Right.of("", "serviceaccounts/token", "create"),
          Right.of("apps", "deployments", "create", "get", "list", "patch", "delete"),
          Right.of("batch", "jobs", "create", "get", "list", "patch", "delete"),
          Right.of("policy", "poddisruptionbudgets", "create", "get", "patch", "delete"),
          Right.of("networking.k8s.io", "networkpolicies", "create", "get", "patch", "delete"),
          Right.of("coordination.k8s.io", "leases", "create", "get", "patch"));

  /** What a TCP stream needs besides: its sender is run in a pod that stands ready. */
  static final List<Right> FOR_STREAMS = List.of(Right.of("", "pods/exec", "create", "get"));

  /** What is needed besides to look at meshes, wherever on the cluster they are. */
  static final List<Right> FOR_LOOKING =
      List.of(
          Right.of("apps", "deployments", "list"), Right.of("apps", "daemonsets", "get", "list"));

  /** What is needed besides of proxies of nodes, wherever they are: their pods and their pages. */
  static final List<Right> FOR_NODE_PROXIES =
      List.of(
          Right.of("", "pods", "list", "get"), Right.of("", "pods/portforward", "get", "create"));

  private final KubernetesClient client;

  Access(KubernetesClient client) {
    this.client = client;
  }

  /** What the variants of meshes need besides: objects of the meshes' own kinds. */
  static List<Right> forObjects(Collection<ControlPlane> meshes) {
    return meshes.stream()
        .flatMap(mesh -> mesh.resources().stream())
        .map(it -> Right.of(it.group(), it.plural(), "create", "get", "patch", "delete"))
        .distinct()
        .toList();
  }

  /**
   * What is needed besides to read what meshes say of themselves, of pods and of nodes; they are
   * not applied, so that nothing but reading is asked for.
   */
  static List<Right> forReading(Collection<ControlPlane> meshes) {
    List<Right> rights = new ArrayList<>();
    for (ControlPlane mesh : meshes) {
      for (ControlPlane.Condition condition : mesh.conditions()) {
        for (String version : condition.versions()) {
          String group = version.contains("/") ? version.replaceFirst("/.*", "") : "";
          rights.add(Right.of(group, plural(condition.kind()), READ));
        }
      }
      mesh.witnesses().stream()
          .map(it -> Right.of(it.resource().group(), it.resource().plural(), READ))
          .forEach(rights::add);
    }
    return rights.stream().distinct().toList();
  }

  /** As the API server's own kinds are called in the plural; those of others do as well. */
  private static String plural(String kind) {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }

  /**
   * What is not allowed, one text a resource with the verbs that are missing.
   *
   * @param namespace where namespaced rights are asked for; it need not exist
   */
  List<String> missing(String namespace, List<Right> rights) {
    List<String> missing = new ArrayList<>();
    for (Right right : rights) {
      List<String> denied =
          right.verbs().stream().filter(verb -> !allowed(namespace, right, verb)).toList();
      if (!denied.isEmpty()) {
        missing.add(
            "%s on %s%s"
                .formatted(
                    String.join(", ", denied),
                    right.resource(),
                    right.group().isEmpty() ? "" : "." + right.group()));
      }
    }
    return missing;
  }

  private boolean allowed(String namespace, Right right, String verb) {
    String[] parts = right.resource().split("/");
    boolean global =
        CLUSTER_WIDE.contains(right)
            || FOR_LOOKING.contains(right)
            || FOR_NODE_PROXIES.contains(right)
            || (right.verbs().equals(List.of(READ)) && !IN_NAMESPACE.contains(right));
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withResourceAttributes(
                new ResourceAttributesBuilder()
                    .withNamespace(global ? null : namespace)
                    .withGroup(right.group())
                    .withResource(parts[0])
                    .withSubresource(parts.length > 1 ? parts[1] : null)
                    .withVerb(verb)
                    .build())
            .endSpec()
            .build();
    SelfSubjectAccessReview answer =
        client.authorization().v1().selfSubjectAccessReview().create(review);
    return answer.getStatus() != null && Boolean.TRUE.equals(answer.getStatus().getAllowed());
  }
}
