package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshgauge.application.Application;
import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Variant;
import io.meshgauge.product.registry.Products;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.topology.Topology;
import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationFileTest {
  /** Of a service that polls a queue. */
  private static final String CONSUMER =
      """
      name: consumer
      services:
        web: {port: 1, protocol: http, run: {command: [web, "${queue}"]}}
        queue: {port: 2, protocol: http, run: {command: [queue]}}
        worker: {called: never, run: {command: [worker, "${queue}"]}}
      calls: [{from: web, to: queue, per-request: 1}, {from: worker, to: queue}]
      load: web
      requests: {get: {path: /}}
      """;

  @TempDir Path folder;

  @Test
  void theSampleIsAnApplicationLikeOthers() {
    Topology all = SampleServices.ALL;

    assertThat(all.services()).containsExactly("logging", "payment", "auth", "order", "gateway");
    assertThat(all.hops()).hasSize(6);
    assertThat(all.entry()).contains("gateway");
    assertThat(SampleServices.hop("gateway", "auth"))
        .isEqualTo(new Hop("gateway", "auth", Protocol.GRPC));
    assertThat(SampleServices.hop("payment", "logging").calls().asynchronous()).isTrue();
    assertThat(SampleServices.CALLS.services()).containsExactly("logging", "payment", "auth");
    assertThat(SampleServices.CALLS.entry()).as("two services are called").isEmpty();
    assertThat(SampleServices.APPLICATION.folder()).isEqualTo("sample-services");
  }

  @Test
  void servicesThatCallEachOtherInACircleAreAccepted() throws IOException {
    Application circle =
        read(
            """
            name: circle
            services:
              a: {port: 1, protocol: http, run: {command: [a, "${b}"]}}
              b: {port: 2, protocol: http, run: {command: [b, "${a}"]}}
            calls: [{from: a, to: b}, {from: b, to: a}]
            load: a
            requests: {get: {path: /}}
            """);

    assertThat(circle.topology("steady").services()).containsExactly("a", "b");
    assertThat(circle.topology("steady").hops()).hasSize(3);
  }

  @Test
  void anApplicationSaysHowItsServicesTellArmsApart() throws IOException {
    String one =
        """
        name: one
        services: {web: {port: 1, protocol: http, run: {command: [web]}}}
        load: web
        requests: {get: {path: /}}
        """;

    assertThat(read(one).arms().shared()).isFalse();
    assertThat(read(one + "arms: {header: baggage, settings: [added-delay]}\n").arms())
        .isEqualTo(new Application.Arms("baggage", List.of("added-delay")));
    assertThat(SampleServices.APPLICATION.arms().settings())
        .containsExactly("added-delay", "added-cpu");
    assertThat(
            catchThrowableOfType(
                InvalidInputException.class, () -> read(one + "arms: {header: x-arm}\n")))
        .hasMessageContaining("header is \"x-arm\"");
    assertThat(
            catchThrowableOfType(
                InvalidInputException.class, () -> read(one + "arms: {settings: [a]}\n")))
        .hasMessageContaining("arms: without header:");
  }

  @Test
  void serviceThatIsNeverCalledRunsWithItsCallsUnderEveryPlan() throws IOException {
    Application consumer = read(CONSUMER);
    Topology all = consumer.topology("steady");

    assertThat(all.services()).containsExactly("queue", "web", "worker");
    assertThat(all.hops())
        .extracting(Hop::toString)
        .containsExactly("load → web", "worker → queue", "web → queue");
    assertThat(consumer.neverCalled("worker")).isTrue();
    assertThat(consumer.neverCalled("web")).as("the load calls it").isFalse();
    assertThat(all.service("worker").isReachable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "called: never, || or called: never of a service that consumes a queue or polls",
        "called: never|port: 3, protocol: http| write called: never at a service that consumes",
        "to: queue}|to: queue, per-request: 2}| calls of worker with per-request",
        "load: web|load: worker| load is \"worker\"",
        "from: web, to: queue|from: web, to: worker| to is \"worker\"",
        "called: never|called: never, metrics: /metrics| worker has pages, and no port",
        "load: web|arms: {header: baggage}\\nload: web| arms: with worker, which is never called",
        "called: never|called: seldom| called is \"seldom\"",
      })
  void contradictionsOfServiceThatIsNeverCalledAreRefused(
      String text, @Nullable String instead, String problem) {
    String broken = CONSUMER.replace(text, instead == null ? "" : instead.replace("\\n", "\n"));

    assertThatThrownBy(() -> read(broken))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void allProblemsOfAFileAreReportedWithTheirPlaces() throws IOException {
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class, () -> experiment(resource("broken-application.yaml")));

    String message = refused.getMessage().replace(folder + "/", "");
    assertThat(message.strip()).isEqualTo(resource("broken-application.problems.txt").strip());
  }

  @Test
  void aPlanThatTheApplicationCannotAnswerIsRefused() throws IOException {
    String application =
        """
        name: one
        services: {web: {port: 1, protocol: http, run: {command: [web]}}}
        load: web
        """;
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> experiment(application, "plans: [steady, grpc, retry-storm]\n"));

    assertThat(refused.getMessage())
        .contains(
            "the plan steady, and no requests: in the file of the application one",
            "the plan grpc, of which the application one says nothing",
            "no service of the application one can be made to fail calls");
  }

  @Test
  void anApplicationThatRunsIsMeasuredInItsOwnMeshOnly() throws IOException {
    String application =
        """
        name: one
        services: {web: {port: 80, protocol: http}}
        load: web
        requests: {get: {path: /}}
        attach: {namespace: shop}
        """;
    String cluster = "platform: kubernetes\nkubernetes: {context: test}\n";

    Experiment experiment =
        whole(application, cluster + "variants: [istio-mtls]\nprotocol: {rate: 20}\n");

    assertThat(experiment.variants()).extracting(Variant::name).containsExactly("istio-mtls");
    assertThat(experiment.protocol().noiseFloor()).isFalse();
    assertThat(experiment.application().onCluster().namespace()).isEqualTo("shop");
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () ->
                whole(
                    application,
                    cluster
                        + "variants: [linkerd, {name: holed, mesh: istio-mtls, settings: {fault: 'plaintext-listener:web'}}]\nplans: [steady, capacity]\n"));
    assertThat(refused.getMessage())
        .contains(
            "the variant linkerd with the application one where it runs",
            "the variant holed with the application one where it runs: it sets something",
            "2 variants with an application that already runs",
            "the plan capacity with an application that already runs",
            "rate is auto with an application that already runs");
    assertThat(
            catchThrowableOfType(
                InvalidInputException.class,
                () -> whole(application.replace("shop", "kube-system") + "deploy: k8s\n", cluster)))
        .hasMessageContaining("namespace is \"kube-system\"")
        .hasMessageContaining("deploy: and attach: in one file");
  }

  private Application read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("application.yaml"), text);
    Problems problems = new Problems();
    Application read =
        ApplicationFile.read(file, folder, Place.of("a test"), problems)
            .orElse(Application.UNKNOWN);
    problems.refuseIfAny();
    return read;
  }

  private Application experiment(String application) throws IOException {
    return experiment(application, "");
  }

  private Application experiment(String application, String more) throws IOException {
    return whole(application, more).application();
  }

  private Experiment whole(String application, String more) throws IOException {
    Path home = SampleHome.in(folder);
    for (String plan : new String[] {"grpc", "retry-storm"}) {
      Files.writeString(
          home.resolve("jmeter-plans/src/main/jmx/" + plan + ".jmx"), "<jmeterTestPlan/>");
    }
    Files.writeString(folder.resolve("shop.yaml"), application);
    Path file =
        Files.writeString(folder.resolve("experiment.yaml"), "application: shop.yaml\n" + more);
    return new Configuration(home, Products.all()).file(file, Overrides.NONE).experiment();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ApplicationFileTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
