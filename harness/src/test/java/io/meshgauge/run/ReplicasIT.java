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
  void callersTakeTurnsWithoutAMesh() {
    Run direct = run(Variant.BASELINE);

    assertVerified(direct);
    assertThat(claimed(direct, Promise.PLAINTEXT))
        .contains("load → gateway (gateway-2)", "gateway → auth (auth-2)");
    assertThat(claimed(direct, Promise.DISTRIBUTION)).contains("gateway: in turn", "auth: in turn");
  }

  @Test
  void sidecarsOfAllProcessesAreProven() {
    EnvoyBinary.orSkip();
    Run mtls = run("istio-mtls");

    assertVerified(mtls);
    assertThat(claimed(mtls, Promise.ENCRYPTION))
        .contains("gateway → order", "gateway → order (order-2)");
    assertThat(claimed(mtls, Promise.IDENTITY))
        .contains("gateway → order (order-2): right name, other authority");
    assertThat(claimed(mtls, Promise.DISTRIBUTION)).contains("order: in turn");
  }

  private Run run(String arm) {
    Experiment shipped =
        new Configuration(HOME, Products.all())
            .file(HOME.resolve("examples/mesh-or-balancer.yaml"), Overrides.NONE)
            .experiment();
    Variant variant =
        shipped.arms().stream().filter(it -> it.name().equals(arm)).findFirst().orElseThrow();
    return ExampleRuns.run(folder, shipped.application(), variant, RATE);
  }
}
