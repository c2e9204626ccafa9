package io.meshgauge.report.json.smp;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * All messages of one report. The records below it are messages of SMP: their components are its
 * fields under their own names, and an empty one is a field that is not set.
 */
record SmpJson(
    @JsonProperty("performance_test_configs") List<PerformanceTestConfig> tests,
    @JsonProperty("environment_configs") List<EnvironmentConfig> environments,
    @JsonProperty("service_mesh_configs") List<ServiceMeshConfig> meshes,
    @JsonProperty("performance_test_results") List<PerformanceTestResult> results) {
  /** Of the files of Meshery, the reference implementation. */
  static final String VERSION = "v0.0.1";

  /** How the load was sent. */
  record PerformanceTestConfig(
      @JsonProperty("smp_version") String version,
      String id,
      String name,
      Map<String, String> labels,
      List<Client> clients,
      String duration) {}

  /** A load generator. */
  record Client(
      boolean internal,
      @JsonProperty("load_generator") String loadGenerator,
      Protocol protocol,
      int connections,
      Optional<Long> rps,
      @JsonProperty("endpoint_url") List<String> endpoints) {}

  /** Protocols of a load generator. */
  enum Protocol {
    HTTP,
    TCP,
    GRPC
  }

  /** Where it was measured. */
  record EnvironmentConfig(
      @JsonProperty("smp_version") String version,
      String id,
      Map<String, String> labels,
      @JsonProperty("kubernetes_version") Optional<String> kubernetes,
      List<Node> node) {}

  /** A machine. */
  record Node(String type, OptionalInt cores, @JsonProperty("mem_mb") Optional<Long> memory) {}

  /** What was measured. */
  record ServiceMeshConfig(
      @JsonProperty("smp_version") String version,
      String id,
      Map<String, String> labels,
      Optional<Use> sidecar,
      @JsonProperty("mesh_control_plane") Optional<Use> controlPlane,
      @JsonProperty("mesh_policy_enabled") boolean policy,
      @JsonProperty("mesh_telemetry_enabled") boolean telemetry,
      @JsonProperty("mtls_enabled") boolean mutualTls,
      @JsonProperty("proxy_concurrency") OptionalInt proxyWorkers,
      @JsonProperty("mesh_build") Optional<String> meshBuild,
      @JsonProperty("proxy_build") Optional<String> proxyBuild,
      @JsonProperty("exp_group_uuid") String session,
      String profile,
      @JsonProperty("mesh_type") Optional<ServiceMeshes> type,
      @JsonProperty("application_metadata") Optional<ApplicationMetadata> application) {}

  /** Use of CPU and memory by a number of containers together. */
  record Use(
      int count, @JsonProperty("cpu_mCores") int milliCores, @JsonProperty("mem_mb") int memory) {}

  record ServiceMeshes(MeshName type) {}

  /** Products that SMP has names for. */
  enum MeshName {
    ISTIO,
    LINKERD,
    /** Traefik Mesh, by its first name. */
    MAESH
  }

  record ApplicationMetadata(
      @JsonProperty("application_name") String name,
      @JsonProperty("cluster_name") Optional<String> cluster) {}

  /** Result of one variant under one plan. */
  record PerformanceTestResult(
      @JsonProperty("smp_version") String version,
      String id,
      Map<String, String> labels,
      @JsonProperty("start_time") String start,
      @JsonProperty("end_time") String end,
      @JsonProperty("latencies_ms") Latency latencies,
      @JsonProperty("actual_QPS") double rate,
      @JsonProperty("details_uri") String details,
      @JsonProperty("testId") String test,
      @JsonProperty("meshConfigId") String mesh,
      @JsonProperty("envId") String environment) {}

  /** Response times in milliseconds. */
  record Latency(double min, double average, double p50, double p90, double p99, double max) {}
}
