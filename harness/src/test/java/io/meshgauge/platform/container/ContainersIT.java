package io.meshgauge.platform.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.LoadResponseItem;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.SampleServices;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.utility.MountableFile;

/** The images of this build, in a container engine and without a cluster. */
class ContainersIT {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration EVENTS_ARRIVE = Duration.ofSeconds(20);
  private static final int HTTP = 8080;
  private static final int POSTGRES = 5432;
  private static final String LISTENING = "listening ([0-9]+)";

  /** Libraries of the programs that a base cut down to what Java needs may lack. */
  private static final List<String> LIBRARIES =
      List.of("libpthread.so.0", "librt.so.1", "libdl.so.2", "libstdc++.so.6", "libgcc_s.so.1");

  /** A base that lacks them was made of this machine's files, so that they fit. */
  private static final String START_POSTGRES =
      "/pg/bin/initdb --version >/dev/null 2>&1 || export LD_LIBRARY_PATH=/pg/libraries;"
          + " /pg/bin/initdb -D /data/db -U postgres -A trust -E UTF8 --locale=C"
          + " && echo host all all all trust >> /data/db/pg_hba.conf"
          + " && exec /pg/bin/postgres -D /data/db -h '*' -k /data";

  /** Names of the images, by the folder of their module. */
  private static final Map<String, String> IMAGES = new ConcurrentHashMap<>();

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<AutoCloseable> open = new ArrayList<>();

  @TempDir Path folder;

  @BeforeAll
  static void load() throws IOException, InterruptedException {
    assumeTrue(
        DockerClientFactory.instance().isDockerAvailable(), "no container engine to run images in");
    Map<String, Path> archives = new LinkedHashMap<>();
    for (String service : SampleServices.ALL.services()) {
      archives.put(service, HOME.resolve("sample-services/" + service + "/target/jib-image.tar"));
    }
    archives.put("observer", HOME.resolve("harness/observer/target/jib-image.tar"));
    archives.put("harness", HOME.resolve("harness/target/harness-image.tar"));
    assumeTrue(
        archives.values().stream().allMatch(Files::isRegularFile),
        "no archives of images; build them first: k8s/build-images");
    for (Map.Entry<String, Path> archive : archives.entrySet()) {
      IMAGES.put(archive.getKey(), load(archive.getValue()));
    }
  }

  /** Gives an archive to the engine and returns the name that the engine reports. */
  private static String load(Path archive) throws IOException, InterruptedException {
    StringBuilder answer = new StringBuilder();
    try (InputStream bytes = Files.newInputStream(archive)) {
      DockerClientFactory.instance()
          .client()
          .loadImageAsyncCmd(bytes)
          .exec(
              new ResultCallback.Adapter<LoadResponseItem>() {
                @Override
                public void onNext(LoadResponseItem item) {
                  answer.append(item.getStream());
                }
              })
          .awaitCompletion();
    }
    assertThat(answer.toString()).as("%s", archive).startsWith("Loaded image: ");
    return answer.substring("Loaded image: ".length()).strip();
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void anOrderPassesFiveServicesAndItsEventsAreInPostgres() throws Exception {
    RunIdentities identities = RunIdentities.create(folder, SampleServices.ALL);
    Properties tokens = new Properties();
    try (InputStream lines = Files.newInputStream(identities.tokens())) {
      tokens.load(lines);
    }
    Network network = Network.newNetwork();
    open.add(network);
    GenericContainer<?> postgres = started(postgres(), network, "postgres");
    service(
        network,
        "logging",
        Map.of(
            "SPRING_DATASOURCE_URL",
            "jdbc:postgresql://postgres/postgres",
            "SPRING_DATASOURCE_USERNAME",
            "postgres"));
    GenericContainer<?> auth =
        container("auth")
            .withEnv("MESHGAUGE_JWKS", "/tmp/jwks.json")
            .withCopyFileToContainer(
                MountableFile.forHostPath(identities.jwks(), 0444), "/tmp/jwks.json");
    started(served(auth, Map.of()), network, "auth");
    service(network, "payment", Map.of("MESHGAUGE_PEER_LOGGING", "http://logging:8080"));
    service(
        network,
        "order",
        Map.of(
            "MESHGAUGE_PEER_PAYMENT",
            "payment:9090",
            "MESHGAUGE_PEER_LOGGING",
            "http://logging:8080"));
    GenericContainer<?> gateway =
        service(
            network,
            "gateway",
            Map.of(
                "MESHGAUGE_PEER_AUTH", "auth:9090", "MESHGAUGE_PEER_ORDER", "http://order:8080"));

    HttpResponse<String> placed = order(gateway, tokens.getProperty("customer"));
    HttpResponse<String> refused = order(gateway, tokens.getProperty("forged"));

    assertThat(placed.statusCode()).as(placed.body()).isEqualTo(201);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(401);
    assertThat(stored(postgres, 2)).containsExactlyInAnyOrder("order-placed", "payment-taken");
  }

  private HttpResponse<String> order(GenericContainer<?> gateway, String token) throws Exception {
    return http.send(
        HttpRequest.newBuilder(uri(gateway, "/api/orders"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"item\":\"sku-17\",\"quantity\":2,\"amountCents\":1999}"))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** The kinds of stored events, once there are as many; they are stored after the response. */
  private static List<String> stored(GenericContainer<?> postgres, int expected)
      throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/postgres"
            .formatted(postgres.getHost(), postgres.getMappedPort(POSTGRES));
    long end = System.nanoTime() + EVENTS_ARRIVE.toNanos();
    List<String> kinds;
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        PreparedStatement query = connection.prepareStatement("select kind from event")) {
      do {
        kinds = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
          while (rows.next()) {
            kinds.add(rows.getString(1));
          }
        }
      } while (kinds.size() < expected && System.nanoTime() < end);
    }
    return kinds;
  }

  /** PostgreSQL from Maven Central, on the base image of a service: nothing is pulled. */
  private GenericContainer<?> postgres() throws IOException {
    Path binaries = folder.resolve("postgres.txz");
    try (InputStream archive =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary("Linux", "x86_64")) {
      Files.copy(archive, binaries);
    }
    String image = IMAGES.get("logging");
    ImageFromDockerfile sources = new ImageFromDockerfile();
    Files.createDirectory(folder.resolve("libraries"));
    for (String library : LIBRARIES) {
      Path here = Path.of("/usr/lib/x86_64-linux-gnu", library);
      if (Files.exists(here)) {
        Files.copy(here, folder.resolve("libraries").resolve(library));
      }
    }
    return new GenericContainer<>(
            sources
                .withFileFromPath("postgres.txz", binaries)
                .withFileFromPath("libraries", folder.resolve("libraries"))
                .withDockerfileFromBuilder(
                    file ->
                        file.from(image)
                            .user("root")
                            .add("postgres.txz", "/pg/")
                            .copy("libraries", "/pg/libraries")
                            .run(
                                "echo 'postgres:x:10001:10001::/data:/bin/sh' >> /etc/passwd"
                                    + " && mkdir /data && chown 10001:10001 /data")
                            .user("10001:10001")
                            .entryPoint("sh", "-c", START_POSTGRES)
                            .build()))
        .withExposedPorts(POSTGRES)
        .waitingFor(
            Wait.forLogMessage(".*ready to accept connections.*\\n", 1).withStartupTimeout(START));
  }

  private GenericContainer<?> service(
      Network network, String name, Map<String, String> environment) {
    return started(served(container(name), environment), network, name);
  }

  /** Settings of k8s/base, and ready as there. */
  private static GenericContainer<?> served(
      GenericContainer<?> service, Map<String, String> environment) {
    return service
        .withEnv("SERVER_PORT", Integer.toString(HTTP))
        .withEnv("MESHGAUGE_GRPC_ADDRESS", "0.0.0.0")
        .withEnv("MESHGAUGE_GRPC_PORT", "9090")
        .withEnv(
            "JAVA_TOOL_OPTIONS",
            "-Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dspring.aot.enabled=true")
        .withEnv(environment)
        .withExposedPorts(HTTP)
        .waitingFor(
            Wait.forHttp("/actuator/health/readiness").forPort(HTTP).withStartupTimeout(START));
  }

  private static GenericContainer<?> container(String module) {
    return new GenericContainer<>(IMAGES.get(module));
  }

  private GenericContainer<?> started(GenericContainer<?> container, Network network, String name) {
    open.add(container);
    container.withNetwork(network).withNetworkAliases(name).start();
    return container;
  }

  private static URI uri(GenericContainer<?> container, String path) {
    return URI.create("http://" + container.getHost() + ":" + container.getMappedPort(HTTP) + path);
  }

  @Test
  void observerStatesTheFactsOfItsNode() throws Exception {
    // It listens on the loopback address only, in its node's network as in k8s/observer.
    GenericContainer<?> observer =
        container("observer")
            .withNetworkMode("host")
            .withCommand("--node", "here")
            .waitingFor(Wait.forLogMessage(LISTENING + "\\n", 1).withStartupTimeout(START));
    open.add(observer);
    observer.start();
    Matcher port = Pattern.compile(LISTENING).matcher(observer.getLogs());
    assertThat(port.find()).isTrue();
    URI address = URI.create("http://127.0.0.1:" + port.group(1) + "/facts");

    JsonNode facts =
        new ObjectMapper()
            .readTree(
                http.send(
                        HttpRequest.newBuilder(address).build(),
                        HttpResponse.BodyHandlers.ofString())
                    .body());

    assertThat(facts.path("node").asText()).isEqualTo("here");
    assertThat(facts.path("cpus").asInt()).isPositive();
    assertThat(facts.path("kernel").asText()).contains(System.getProperty("os.version"));
  }

  @Test
  void harnessServesTheVerbsThatStartNothing() {
    assertThat(harness("list")).contains("istio-mtls");
    assertThat(harness("describe", "compare")).contains("baseline", "istio-mtls");
    assertThat(harness("study", "--list")).isNotBlank();
  }

  private static String harness(String... arguments) {
    try (GenericContainer<?> harness =
        container("harness")
            .withCommand(arguments)
            .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(START))) {
      harness.start();
      return harness.getLogs();
    }
  }
}
