package io.meshgauge.report.json.smp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Run;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.SampleRules;
import io.meshgauge.report.SampleSessions;
import io.meshgauge.report.arm.Arm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SmpFormatTest {

  static Stream<String> samples() {
    return SampleReports.names().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void protobufReadsEverySampleAsMessagesOfTheSpecification(String sample) throws Exception {
    DynamicMessage read = SmpSpecification.read(write(sample));

    assertThat(read.getAllFields().keySet())
        .extracting(it -> it.getName())
        .contains("performance_test_configs", "environment_configs", "service_mesh_configs");
  }

  @Test
  void aFieldThatTheSpecificationDoesNotHaveIsRefused() throws Exception {
    String text = write("four-way");

    for (String[] change :
        new String[][] {
          {"\"p99\"", "\"p95\""},
          {"\"http\"", "\"h2\""},
          {"\"start_time\" : \"2", "\"start_time\" : \"x"}
        }) {
      String other = text.replaceFirst(change[0], change[1]);
      assertThat(other).isNotEqualTo(text);
      assertThatThrownBy(() -> SmpSpecification.read(other))
          .isInstanceOf(InvalidProtocolBufferException.class);
    }
  }

  @Test
  void aResultForEachVariantAndPlanRefersToItsConfigurations() throws IOException {
    JsonNode document = JsonMapper.shared().readTree(write("two-plans"));

    assertThat(texts(document, "performance_test_results", "/labels/plan"))
        .containsExactly("steady", "steady", "stress", "stress");
    assertThat(texts(document, "performance_test_results", "/labels/variant"))
        .containsExactly("baseline", "istio-mtls", "baseline", "istio-mtls");
    for (JsonNode result : document.get("performance_test_results")) {
      assertThat(texts(document, "performance_test_configs", "/id"))
          .contains(result.get("testId").asString());
      assertThat(texts(document, "service_mesh_configs", "/id"))
          .contains(result.get("meshConfigId").asString());
      assertThat(texts(document, "environment_configs", "/id"))
          .containsExactly(result.get("envId").asString());
    }
    assertThat(document.get("performance_test_configs")).as("one for each plan").hasSize(2);
  }

  @Test
  void numbersAreThoseOfAllValidRunsInTheUnitsOfTheSpecification() throws IOException {
    Report report = SampleReports.report("four-way");
    Arm arm = report.plans().get(0).arm("istio-mtls").orElseThrow();
    JsonNode document = JsonMapper.shared().readTree(write("four-way"));
    JsonNode result = document.at("/performance_test_results/3");

    assertThat(result.at("/labels/variant").asString()).isEqualTo("istio-mtls");
    JsonNode latency = result.get("latencies_ms");
    assertThat(latency.get("p99").asDouble()).isEqualTo(1e3 * arm.response().seconds(99));
    assertThat(latency.get("average").asDouble()).isEqualTo(1e3 * arm.response().meanSeconds());
    List<Double> ascending = new ArrayList<>();
    for (String key : List.of("min", "p50", "p90", "p99", "max")) {
      ascending.add(latency.get(key).asDouble());
    }
    assertThat(ascending).isSorted().allMatch(it -> it > 0.1 && it < 1000);
    assertThat(result.get("actual_QPS").asDouble()).isCloseTo(120, within(1e-9));
    assertThat(result.at("/labels/requests.completed").asString()).isEqualTo("7200");
    assertThat(result.at("/labels/requests.failed").asString()).isEqualTo("0");

    JsonNode client = document.at("/performance_test_configs/0/clients/0");
    assertThat(client.get("rps").asInt()).isEqualTo(120);
    assertThat(client.get("connections").asInt()).isEqualTo(16);
    assertThat(document.at("/performance_test_configs/0/duration").asString()).isEqualTo("20s");
    JsonNode mesh = document.at("/service_mesh_configs/3");
    assertThat(mesh.at("/sidecar/count").asInt()).isEqualTo(5);
    assertThat(mesh.at("/sidecar/cpu_mCores").asInt()).isBetween(150, 230);
    assertThat(mesh.at("/sidecar/mem_mb").asInt()).isBetween(240, 275);
    assertThat(mesh.get("mtls_enabled").asBoolean()).isTrue();
    assertThat(document.at("/service_mesh_configs/0/mtls_enabled").asBoolean()).isFalse();
    assertThat(document.at("/environment_configs/0/node/0/mem_mb").asInt()).isEqualTo(8590);
  }

  @Test
  void aModelIsNotNamedAsTheProduct() throws IOException {
    JsonNode model = JsonMapper.shared().readTree(write("four-way")).at("/service_mesh_configs/3");
    assertThat(model.at("/labels/fidelity").asString()).isEqualTo("model");
    assertThat(model.has("mesh_type")).isFalse();

    Report real =
        Report.of(
            SampleSessions.change(SampleSessions.fourWay(), run -> true, SmpFormatTest::real),
            SampleRules.rules());
    StringBuilder text = new StringBuilder();
    new SmpFormat().write(real, text);
    JsonNode product = JsonMapper.shared().readTree(text.toString());
    assertThat(product.at("/service_mesh_configs/3/mesh_type/type").asString()).isEqualTo("istio");
    assertThat(product.at("/service_mesh_configs/1").has("mesh_type"))
        .as("SMP has no name for plain Envoy")
        .isFalse();
  }

  @Test
  void whatHasNoResponseTimesHasNoResult() throws IOException {
    for (String sample : List.of("stream", "nothing-valid")) {
      JsonNode document = JsonMapper.shared().readTree(write(sample));
      assertThat(document.get("performance_test_results")).as(sample).isEmpty();
      assertThat(document.get("service_mesh_configs")).as(sample).isNotEmpty();
    }
  }

  private static Run real(Run run) {
    return new Run(
        run.trial(),
        run.outcome(),
        run.reasons(),
        new Run.Setup(Fidelity.REAL, run.environment(), run.fairness()),
        run.evidence(),
        run.observations(),
        run.results());
  }

  private static List<String> texts(JsonNode document, String array, String pointer) {
    List<String> texts = new ArrayList<>();
    document.get(array).forEach(item -> texts.add(item.at(pointer).asString()));
    return texts;
  }

  private static String write(String sample) throws IOException {
    StringBuilder text = new StringBuilder();
    new SmpFormat().write(SampleReports.report(sample), text);
    return text.toString();
  }
}
