package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.meshgauge.topology.design.ControlPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Checks the permissions of the harness with the API server, one verb at a time. {@code k8s/rbac}
 * grants the same list.
 */
public final class Access {
  /**
   * Verbs on a resource.
   *
   * @param group API group, empty for the core
   * @param resource with its sub-resource after a slash
   */
  public record Right(String group, String resource, List<String> verbs) {
    static Right of(String group, String resource, String... verbs) {
      return new Right(group, resource, Arrays.asList(verbs));
    }
  }

  /** The only verb on objects of other owners. */
  private static final String READ = "get";

  /** Cluster-scoped permissions. */
  public static final List<Right> CLUSTER_WIDE =
      List.of(
          Right.of("", "namespaces", "create", "get", "list", "patch", "delete"),
          Right.of("", "nodes", "get", "list"),
          Right.of("", "nodes/proxy", "get"));

  /** Permissions of every experiment in its namespace. */
  public static final List<Right> IN_NAMESPACE =
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

  /** Additional permissions for TCP streams, whose sender is executed in a running pod. */
  public static final List<Right> FOR_STREAMS = List.of(Right.of("", "pods/exec", "create", "get"));

  /** Additional permissions to inspect meshes in any namespace. */
  public static final List<Right> FOR_INSPECTION =
      List.of(
          Right.of("apps", "deployments", "list"),
          Right.of("apps", "daemonsets", "get", "list"),
          Right.of("", "pods", "list"));

  /** Additional permissions on node proxies in any namespace: their pods and admin pages. */
  public static final List<Right> FOR_NODE_PROXIES =
      List.of(
          Right.of("", "pods", "list", "get"), Right.of("", "pods/portforward", "get", "create"));

  /** Permissions in the namespace of an application that runs already, which is only read. */
  public static final List<Right> FOR_ATTACHED =
      List.of(
          Right.of("", "pods", "get", "list"),
          Right.of("", "services", "get", "list"),
          Right.of("", "pods/portforward", "create", "get"));

  private final KubernetesClient client;

  public Access(KubernetesClient client) {
    this.client = client;
  }

  /** Additional permissions of mesh variants: objects of the meshes' own kinds. */
  public static List<Right> forObjects(Collection<ControlPlane> meshes) {
    return meshes.stream()
        .flatMap(mesh -> mesh.resources().stream())
        .map(it -> Right.of(it.group(), it.plural(), "create", "get", "patch", "delete"))
        .distinct()
        .toList();
  }

  /** Additional permissions for the kinds of an application's own manifests. */
  static final List<Right> FOR_APPLICATIONS =
      List.of(
          Right.of("apps", "statefulsets", "create", "get", "patch", "delete"),
          Right.of("", "persistentvolumeclaims", "create", "get", "patch", "delete"));

  /**
   * Those of {@link #FOR_APPLICATIONS} that an application needs.
   *
   * @param kinds of its objects, as {@code group/Kind}
   */
  public static List<Right> forManifests(Collection<String> kinds) {
    return FOR_APPLICATIONS.stream()
        .filter(
            right ->
                kinds.stream()
                    .map(kind -> kind.split("/", 2))
                    .anyMatch(
                        it ->
                            it[0].equals(right.group()) && plural(it[1]).equals(right.resource())))
        .toList();
  }

  /**
   * Additional permissions to read the conditions that meshes write about themselves, pods and
   * nodes; read only, because the harness does not apply these objects.
   */
  public static List<Right> forReading(Collection<ControlPlane> meshes) {
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

  /** Plural of a kind by the rules of the API server; kinds of others follow them too. */
  private static String plural(String kind) {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }

  /**
   * Missing permissions, one text per resource with its verbs.
   *
   * @param namespace of the namespaced permissions; it need not exist
   */
  public List<String> missing(String namespace, List<Right> rights) {
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
            || FOR_INSPECTION.contains(right)
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
