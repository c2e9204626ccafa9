package io.meshgauge.platform.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshgauge.platform.kubernetes.manifest.Kustomization;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddedConfigurationTest {
  private static final String DEPLOYMENT =
      """
      kind: Deployment
      metadata: {name: order}
      spec: {template: {metadata: {labels: {app: order%s}}}}
      """;

  private static ObjectNode object(String yaml) {
    return Kustomization.object(yaml);
  }

  @Test
  void whatTheBaselineHasIsNotAdded() {
    ObjectNode plain = object(DEPLOYMENT.formatted(""));

    assertThat(AddedConfiguration.of(List.of(plain), List.of(plain))).isEmpty();
  }

  @Test
  void changedObjectsCountByTheirAddedLinesAndNewOnesWhole() {
    ObjectNode plain = object(DEPLOYMENT.formatted(""));
    ObjectNode labelled = object(DEPLOYMENT.formatted(", mesh: 'on'"));
    ObjectNode policy = object("{kind: PeerAuthentication, metadata: {name: strict}}");

    List<String> added = AddedConfiguration.of(List.of(labelled, policy), List.of(plain));

    assertThat(added).hasSize(2);
    assertThat(added.get(0).lines()).singleElement().asString().contains("mesh: \"on\"");
    assertThat(added.get(1).lines().map(String::strip))
        .contains("kind: \"PeerAuthentication\"", "name: \"strict\"");
  }
}
