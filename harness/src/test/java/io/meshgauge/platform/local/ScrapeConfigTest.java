package io.meshgauge.platform.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.measure.use.Part;
import io.meshgauge.platform.Workload;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.topology.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Scrape configuration of Prometheus, here and on a cluster. */
class ScrapeConfigTest {
  private static final List<Workload> ALL =
      List.of(
          workload("order", Part.APPLICATION, 1001),
          workload("order-proxy", Part.DATA_PLANE, 1002),
          workload("zipkin", Part.TELEMETRY, 1003));

  @TempDir Path folder;

  @Test
  void everyServiceAndProxyIsScrapedAtItsPage() {
    Map<?, ?> config = load(new ScrapeConfig(ALL, Duration.ofSeconds(5)).text());
    assertThat(config.get("global"))
        .isEqualTo(Map.of("scrape_interval", "5s", "scrape_timeout", "5s"));
    assertThat(config.get("scrape_configs"))
        .isEqualTo(
            List.of(
                job("services", "/actuator/prometheus", "127.0.0.1:1001", "order"),
                job("proxies", "/stats/prometheus", "127.0.0.1:1002", "order-proxy")));
  }

  @Test
  void withoutProxiesThereIsNoJobForThem() {
    String text = new ScrapeConfig(ALL.subList(0, 1), Duration.ofSeconds(15)).text();
    assertThat(text).contains("scrape_timeout: 10s").doesNotContain("proxies");
  }

  @Test
  void prometheusAcceptsIt() throws IOException, InterruptedException {
    Path tool = ProgramPath.find("promtool").orElse(null);
    assumeTrue(tool != null, "no promtool on the PATH");
    Path file = folder.resolve("prometheus.yaml");
    Files.writeString(file, new ScrapeConfig(ALL, Duration.ofSeconds(1)).text());
    Process check =
        new ProcessBuilder(tool.toString(), "check", "config", file.toString())
            .redirectErrorStream(true)
            .start();
    String words = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(check.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(check.exitValue()).as(words).isZero();
  }

  @Test
  void shippedClusterConfigurationHasTheSameJobsPagesAndLabels() throws IOException {
    Map<?, ?> shipped = load(Files.readString(shipped("prometheus.yaml")));
    List<Object> jobs = new ArrayList<>();
    for (Object item : (List<?>) shipped.get("scrape_configs")) {
      Map<?, ?> job = (Map<?, ?>) item;
      jobs.add(List.of(job.get("job_name"), job.get("metrics_path")));
      assertThat(job.get("relabel_configs").toString()).contains("target_label=workload");
    }
    assertThat(jobs)
        .isEqualTo(
            List.of(
                List.of("services", "/actuator/prometheus"),
                List.of("proxies", "/stats/prometheus")));
  }

  @Test
  void dashboardUsesOnlyTheseJobs() throws IOException {
    String dashboard = Files.readString(shipped("grafana-dashboard.json"));
    Map<?, ?> read = load(dashboard);
    List<?> panels = (List<?>) read.get("panels");
    assertThat(panels).hasSizeGreaterThan(10);
    for (Object panel : panels) {
      for (Object target : (List<?>) ((Map<?, ?>) panel).get("targets")) {
        String query = ((Map<?, ?>) target).get("expr").toString();
        assertThat(query)
            .as(query)
            .containsAnyOf("job=\"services\"", "job=\"proxies\"", "(up)", "scrape_duration_seconds")
            .doesNotContain("instance");
      }
    }
  }

  private static Path shipped(String name) {
    return Path.of("..", "k8s", "telemetry", name);
  }

  private static Map<?, ?> load(String text) {
    return (Map<?, ?>)
        new Load(LoadSettings.builder().setCodePointLimit(1 << 22).build()).loadFromString(text);
  }

  private static Map<String, Object> job(String name, String path, String target, String workload) {
    return Map.of(
        "job_name",
        name,
        "metrics_path",
        path,
        "static_configs",
        List.of(Map.of("targets", List.of(target), "labels", Map.of("workload", workload))));
  }

  private static Workload workload(String name, Part part, int port) {
    return new Workload(
        name,
        part,
        OptionalLong.empty(),
        Address.loopback(port),
        part == Part.APPLICATION ? "/actuator/prometheus" : "");
  }
}
