package io.meshgauge.run;

import static io.meshgauge.run.ExampleRuns.assertVerified;
import static io.meshgauge.run.ExampleRuns.claimed;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Run;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.envoy.EnvoyBinary;
import io.meshgauge.product.registry.Products;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arms of the shipped comparison of meshes and load balancers, for ten seconds each. */
@Tag("long")
class ReplicasIT {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();
  private static final int RATE = 30;

  @TempDir Path folder;

  @Test
  void callersTakeTurnsWithoutAMeshAndSidecarsOfAllProcessesAreProven() {
    EnvoyBinary.orSkip();
    Experiment shipped =
        new Configuration(HOME, Products.all())
            .file(HOME.resolve("examples/mesh-or-balancer.yaml"), Overrides.NONE)
            .experiment();
    List<Variant> arms =
        shipped.arms().stream()
            .filter(it -> Set.of(Variant.BASELINE, "istio-mtls").contains(it.name()))
            .toList();

    Map<String, Run> runs = ExampleRuns.togetherTooLate(folder, shipped.application(), arms, RATE);

    runs.values().forEach(ExampleRuns::assertCountedAlike);
    Run direct = runs.get(Variant.BASELINE);
    assertVerified(direct);
    assertThat(claimed(direct, Promise.PLAINTEXT))
        .contains("load → gateway (gateway-2)", "gateway → auth (auth-2)");
    assertThat(claimed(direct, Promise.DISTRIBUTION)).contains("gateway: in turn", "auth: in turn");

    Run mtls = runs.get("istio-mtls");
    assertVerified(mtls);
    assertThat(claimed(mtls, Promise.ENCRYPTION))
        .contains("gateway → order", "gateway → order (order-2)");
    assertThat(claimed(mtls, Promise.IDENTITY))
        .contains("gateway → order (order-2): right name, other authority");
    assertThat(claimed(mtls, Promise.DISTRIBUTION)).contains("order: in turn");
  }
}
