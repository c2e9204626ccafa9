package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Reads tokens and configuration of a namespace. */
record NamespaceReader(KubernetesClient client, String namespace) {

  /** A token of a service account, for an audience. */
  String token(String serviceAccount, String audience) {
    TokenRequest request =
        new TokenRequestBuilder()
            .withNewSpec()
            .withAudiences(audience)
            .withExpirationSeconds(600L)
            .endSpec()
            .build();
    return ApiServer.ask(
        "a token of service account " + serviceAccount,
        () ->
            client
                .serviceAccounts()
                .inNamespace(namespace)
                .withName(serviceAccount)
                .tokenRequest(request)
                .getStatus()
                .getToken());
  }

  /** A value of a ConfigMap; empty if it is absent. */
  Optional<String> configuration(String configMap, String key) {
    ConfigMap found =
        ApiServer.ask(
            "configuration map " + configMap,
            () -> client.configMaps().inNamespace(namespace).withName(configMap).get());
    return Optional.ofNullable(found).map(ConfigMap::getData).map(data -> data.get(key));
  }
}
