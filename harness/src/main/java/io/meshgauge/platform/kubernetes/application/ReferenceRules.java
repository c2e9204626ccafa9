package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.platform.kubernetes.manifest.Located;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Objects that pods refer to, which must be among the manifests: the namespace has no others. */
record ReferenceRules(UserManifests manifests) {
  /** In every namespace; a mesh or the cluster writes them. */
  private static final Set<String> GIVEN = Set.of("ConfigMap kube-root-ca.crt");

  private static final String SECRET = "Secret";
  private static final String CONFIG_MAP = "ConfigMap";

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Located located : manifests.objects()) {
      if (Workload.is(located.object())) {
        for (String missing : missing(new Workload(located.object()))) {
          problems.add(
              "%s refers to %s, which the manifests do not contain; add it to them%s"
                  .formatted(
                      located.title(),
                      missing,
                      missing.startsWith(SECRET)
                          ? ", with values for this measurement and not those of production: kubectl create secret generic %s --from-literal=KEY=VALUE --dry-run=client -o yaml"
                              .formatted(missing.substring(SECRET.length() + 1))
                          : ""));
        }
      }
    }
    return problems;
  }

  private Set<String> missing(Workload workload) {
    Set<String> named = new TreeSet<>();
    Manifest.containers(workload.object()).forEach(it -> ofContainer(it, named));
    for (JsonNode volume : workload.pod().path("volumes")) {
      reference(SECRET, volume.path("secret"), "secretName", named);
      reference(CONFIG_MAP, volume.path("configMap"), "name", named);
      reference("PersistentVolumeClaim", volume.path("persistentVolumeClaim"), "claimName", named);
      for (JsonNode source : volume.at("/projected/sources")) {
        reference(SECRET, source.path("secret"), "name", named);
        reference(CONFIG_MAP, source.path("configMap"), "name", named);
      }
    }
    for (JsonNode secret : workload.pod().path("imagePullSecrets")) {
      reference(SECRET, secret, "name", named);
    }
    if (!workload.account().equals("default")) {
      named.add("ServiceAccount " + workload.account());
    }
    named.removeIf(
        it -> {
          String[] parts = it.split(" ", 2);
          return GIVEN.contains(it) || manifests.find(parts[0], parts[1]).isPresent();
        });
    return named;
  }

  private static void ofContainer(JsonNode container, Set<String> named) {
    for (JsonNode variable : container.path("env")) {
      reference(SECRET, variable.at("/valueFrom/secretKeyRef"), "name", named);
      reference(CONFIG_MAP, variable.at("/valueFrom/configMapKeyRef"), "name", named);
    }
    for (JsonNode source : container.path("envFrom")) {
      reference(SECRET, source.path("secretRef"), "name", named);
      reference(CONFIG_MAP, source.path("configMapRef"), "name", named);
    }
  }

  private static void reference(String kind, JsonNode from, String key, Set<String> named) {
    String name = from.path(key).asText("");
    if (!name.isEmpty() && !from.path("optional").asBoolean()) {
      named.add(kind + " " + name);
    }
  }
}
