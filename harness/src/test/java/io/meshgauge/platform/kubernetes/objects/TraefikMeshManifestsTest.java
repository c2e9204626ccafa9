package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshgauge.experiment.Variant;
import io.meshgauge.platform.kubernetes.manifest.Manifest;
import io.meshgauge.topology.SampleServices;
import org.junit.jupiter.api.Test;

/** Tests the manifests of Traefik Mesh's variants. */
class TraefikMeshManifestsTest extends VariantManifests {

  @Test
  void aVariableIsMadeOfThoseThatStandBeforeIt() {
    objects(SampleServices.ALL, Variant.plain("traefik-mesh")).stream()
        .filter(it -> Manifest.kind(it).equals("Deployment"))
        .forEach(
            it -> {
              StringBuilder before = new StringBuilder();
              for (JsonNode variable : it.at("/spec/template/spec/containers/0/env")) {
                String value = variable.path("value").asText("");
                for (String name :
                    value.replaceAll("^[^(]*\\(|\\)[^(]*$", "").split("\\)[^(]*\\(")) {
                  if (value.contains("$(")) {
                    assertThat(before).as(value).contains("<" + name + ">");
                  }
                }
                before.append('<').append(variable.path("name").asText()).append('>');
              }
            });
  }
}
