package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.Balancers;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {
  @TempDir Path folder;

  @Test
  void profilesAreTheMeshesAndTwoMore() throws IOException {
    assertThat(configuration().profiles().names())
        .containsExactly(
            "baseline", "envoy", "istio-mtls", "linkerd", "compare", "soak", "known-amounts");
  }

  @Test
  void soakProfileHasOneMeshForHalfAnHour() throws IOException {
    Experiment soak = configuration().fileOrProfile("soak", Overrides.NONE).experiment();

    assertThat(soak.arms()).extracting(Variant::name).containsExactly("istio-mtls");
    assertThat(soak.plans()).extracting(Plan::name).containsExactly("soak");
    assertThat(soak.plans().get(0).duration()).isEqualTo(Duration.ofMinutes(30));
    assertThat(soak.protocol().replicates()).isEqualTo(1);
  }

  @Test
  void profileOfUnavailableMeshReportsWhatIsMissing() throws IOException {
    InvalidInputException refused = refusal("linkerd");

    assertThat(refused.getMessage()).contains("It needs a cluster.");
    assertThat(refused.onlyMissing()).isTrue();
  }

  @Test
  void misspeltProfileGetsASuggestion() throws IOException {
    assertThat(refusal("istio-mlts").getMessage()).contains("did you mean \"istio-mtls\"?");
  }

  @Test
  void comparisonExcludesLoadBalancers() throws IOException {
    Configuration real = new Configuration(SampleHome.in(folder), Products.all());

    assertThat(real.fileOrProfile("compare", Overrides.NONE).experiment().variants())
        .extracting(Variant::mesh)
        .contains("baseline", "istio-mtls")
        .doesNotContainAnyElementsOf(Balancers.keys().toList());
    assertThat(real.fileOrProfile("haproxy", Overrides.NONE).experiment().variants())
        .extracting(Variant::mesh)
        .containsExactly("baseline", "haproxy");
  }

  private InvalidInputException refusal(String profile) throws IOException {
    Configuration configuration = configuration();
    return catchThrowableOfType(
        InvalidInputException.class, () -> configuration.fileOrProfile(profile, Overrides.NONE));
  }

  private Configuration configuration() throws IOException {
    return new Configuration(SampleHome.in(folder), FakeMesh.all());
  }
}
