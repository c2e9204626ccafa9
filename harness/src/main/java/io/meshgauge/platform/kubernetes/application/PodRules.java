package io.meshgauge.platform.kubernetes.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Located;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What pods and Services may not do: leave their namespace, and their node's confinement. */
record PodRules(Located located) {
  private static final Set<String> DANGEROUS =
      Set.of("ALL", "NET_ADMIN", "SYS_ADMIN", "SYS_MODULE", "SYS_PTRACE", "BPF");
  private static final Set<String> PROXIES =
      Set.of("http_proxy", "https_proxy", "all_proxy", "ftp_proxy");

  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  List<String> problems() {
    List<String> problems = new ArrayList<>();
    ObjectNode object = located.object();
    if (Workload.is(object)) {
      pods(new Workload(object), problems);
    } else if (Manifest.kind(object).equals("Service")) {
      service(problems);
    }
    return problems;
  }

  private void service(List<String> problems) {
    String type = located.object().at("/spec/type").asText("ClusterIP");
    if (!type.equals("ClusterIP")) {
      say(
          problems,
          "has the type %s; expected ClusterIP, which nothing outside of the cluster can reach: remove spec.type"
              .formatted(type));
    }
    if (!located.object().at("/spec/externalIPs").isEmpty()) {
      say(problems, "has external addresses; remove spec.externalIPs");
    }
  }

  private void pods(Workload workload, List<String> problems) {
    JsonNode pod = workload.pod();
    for (String key : List.of("hostNetwork", "hostPID", "hostIPC")) {
      if (pod.path(key).asBoolean()) {
        say(
            problems,
            "uses %s; measured pods stay in their own namespaces: remove it".formatted(key));
      }
    }
    for (String key : List.of("hostAliases", "dnsConfig")) {
      if (!pod.path(key).isEmpty()) {
        say(
            problems,
            "resolves names by %s; names lead to the Services of the experiment's namespace only: remove it"
                .formatted(key));
      }
    }
    for (JsonNode volume : pod.path("volumes")) {
      if (volume.has("hostPath")) {
        say(
            problems,
            "mounts %s of the node (hostPath); use emptyDir or a claim"
                .formatted(volume.at("/hostPath/path").asText()));
      }
    }
    Manifest.containers(workload.object()).forEach(it -> container(it, problems));
    int replicas = workload.object().at("/spec/replicas").asInt(1);
    if (replicas != 1) {
      say(
          problems,
          "has %d replicas; expected one, since the proofs observe one pod of a service: set spec.replicas to 1"
              .formatted(replicas));
    }
    if (workload.object().at("/spec/selector/matchLabels").has(MANAGED_BY)) {
      say(
          problems,
          "selects its pods by the label %s, which the harness sets: remove it from spec.selector"
              .formatted(MANAGED_BY));
    }
    claims(workload, problems);
  }

  private void claims(Workload workload, List<String> problems) {
    if (!workload.object().at("/spec/volumeClaimTemplates").isEmpty()
        && !workload
            .object()
            .at("/spec/persistentVolumeClaimRetentionPolicy/whenDeleted")
            .asText()
            .equals("Delete")) {
      say(
          problems,
          "keeps its claims when it is deleted, so that one run would find the data of another; set spec.persistentVolumeClaimRetentionPolicy.whenDeleted to Delete");
    }
  }

  private void container(ObjectNode container, List<String> problems) {
    String name = container.path("name").asText();
    JsonNode security = container.path("securityContext");
    if (security.path("privileged").asBoolean()) {
      say(problems, "has the privileged container %s; remove privileged".formatted(name));
    }
    for (JsonNode capability : security.at("/capabilities/add")) {
      if (DANGEROUS.contains(capability.asText().replaceFirst("^CAP_", ""))) {
        say(
            problems,
            "gives the container %s the capability %s; remove it"
                .formatted(name, capability.asText()));
      }
    }
    for (JsonNode variable : container.path("env")) {
      if (PROXIES.contains(variable.path("name").asText().toLowerCase(Locale.ROOT))) {
        say(
            problems,
            "sends the calls of the container %s through a proxy (%s); remove it"
                .formatted(name, variable.path("name").asText()));
      }
    }
    for (JsonNode port : container.path("ports")) {
      if (port.has("hostPort")) {
        say(
            problems,
            "takes port %s of the node (hostPort) for the container %s; remove it"
                .formatted(port.path("hostPort").asText(), name));
      }
    }
    if (container.path("image").asText().isBlank()) {
      say(problems, "has the container %s without an image".formatted(name));
    }
  }

  private void say(List<String> problems, String what) {
    problems.add(located.title() + " " + what);
  }
}
