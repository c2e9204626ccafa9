package io.meshgauge.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.product.registry.Products;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectsTextTest {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void everyObjectOfAnApplicationIsListedByArm() throws Exception {
    String file =
        """
        application: %s
        platform: kubernetes
        kubernetes: {context: lab}
        variants: [baseline, istio-mtls]
        protocol: {noise-floor: false}
        """
            .formatted(HOME.resolve("examples/cart/application.yaml"));

    assertThat(text(file))
        .isEqualToNormalizingNewlines(
            """

            Objects on the cluster of context lab, all in namespaces that the experiment creates and deletes
              for the experiment; with arms that are deployed at once a namespace and a lease for each
                Lease                 meshgauge
                Namespace             meshgauge-SESSION
                Pod                   observer-NODE, pull-check-SUFFIX
              for every arm
                ConfigMap             addresses, plan
                Deployment            prices, redis, web
                Job                   load-worker
                Secret                tokens
                Service               prices, redis, web
                ServiceAccount        load, prices, redis, web
              for baseline nothing else
              for istio-mtls also
                AuthorizationPolicy   prices, redis, web
                DestinationRule       prices, redis, web
                PeerAuthentication    meshgauge
                Telemetry             meshgauge
                labels of the namespace: {istio-injection=enabled}
                a container istio-proxy in the pods of the arm
            """);
  }

  @Test
  void theSampleIsListedToo() throws Exception {
    String text =
        text(
            """
            platform: kubernetes
            kubernetes: {context: lab, namespace: trial-7, install-mesh: true}
            variants: [baseline, istio-mtls]
            plans: [steady, tcp]
            """);

    assertThat(text)
        .containsPattern("Namespace +trial-7\\R")
        .containsPattern("Deployment +auth, .*gateway.*, order, payment\\R")
        .containsPattern("for baseline nothing else\\R")
        .contains("by its vendor's tool and with objects outside of the namespace");
  }

  @Test
  void nothingIsCreatedOnThisMachine() throws Exception {
    assertThat(text("variants: [baseline]")).isEmpty();
  }

  private String text(String yaml) throws Exception {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), yaml);
    Experiment experiment =
        new Configuration(HOME, Products.all()).file(file, Overrides.NONE).experiment();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new ObjectsText(experiment, HOME, Products.all()).print(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
