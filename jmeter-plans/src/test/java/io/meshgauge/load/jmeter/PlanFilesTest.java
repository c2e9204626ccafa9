package io.meshgauge.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.schedule.LoadShape;
import io.meshgauge.load.schedule.RequestMix;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.apache.jmeter.engine.PreCompiler;
import org.apache.jmeter.engine.TurnElementsOn;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanFilesTest {

  private static final Path PLANS = Path.of("src/main/jmx");

  @ParameterizedTest
  @ValueSource(strings = {"steady", "stress", "stages", "retry-storm"})
  void everyShippedPlanIsReadByJMeterAndIsComplete(String name) {
    HashTree tree = load(name);

    OpenLoopThreadGroup group = only(tree, OpenLoopThreadGroup.class);
    assertThat(OpenLoopThreadGroup.RATE.number(group)).isEqualTo(100);
    assertThat(LoadShape.parse(OpenLoopThreadGroup.SHAPE.text(group)).at(10, 10).highestRate())
        .isEqualTo(10);
    RequestMix mix = only(tree, RequestMixController.class).mix();
    assertThat(mix.labels())
        .containsExactly("browse", "checkout", "forbidden", "risky", "unauthenticated");
    assertThat(mix.countsOf(100).values()).containsExactly(60L, 30L, 4L, 2L, 4L);
    assertThat(all(tree, LeanHttpSampler.class))
        .extracting(TestElement::getName)
        .containsExactlyElementsOf(mix.labels());
    assertThat(HistogramRecorder.PLAN.text(only(tree, HistogramRecorder.class))).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "steady",
        "stress",
        "stages",
        "retry-storm",
        "grpc",
        "instrument/calibration",
        "instrument/http2",
        "instrument/grpc"
      })
  void aPlanSavedByJMeterKeepsItsSettings(String name, @TempDir Path folder) throws IOException {
    HashTree tree = InProcessJMeter.runtime().load(PLANS.resolve(name + ".jmx"));
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    SaveService.saveTree(tree, saved);
    Path copy = Files.write(folder.resolve("copy.jmx"), saved.toByteArray());

    String xml = Files.readString(copy, StandardCharsets.UTF_8);
    assertThat(xml).contains("${__P(rate,100)}", "${__P(arrival,poisson)}");
    assertThat(xml).contains("${__P(worker,0)}", "${__P(workers,1)}");
    HashTree again = InProcessJMeter.runtime().load(copy);
    for (Field field : OpenLoopThreadGroup.FIELDS) {
      assertThat(field.text(only(again, OpenLoopThreadGroup.class)))
          .isEqualTo(field.text(only(tree, OpenLoopThreadGroup.class)));
    }
  }

  @Test
  void thePlanOfCallsSendsTheServicesOwnCallsToBothOfThem(@TempDir Path folder) throws IOException {
    Path tokens = Files.writeString(folder.resolve("tokens.properties"), "customer=a.b.c\n");
    HashTree tree = load("grpc");

    RequestMix mix = only(tree, RequestMixController.class).mix();
    assertThat(mix.labels()).containsExactly("verify", "charge", "unauthenticated");
    assertThat(mix.countsOf(50).values()).containsExactly(36L, 12L, 2L);
    Collection<GrpcSampler> samplers = all(tree, GrpcSampler.class);
    assertThat(samplers).extracting(TestElement::getName).containsExactlyElementsOf(mix.labels());
    for (GrpcSampler sampler : samplers) {
      InProcessJMeter.set(sampler, GrpcSampler.TOKENS, tokens);
      // Reads the message by the descriptor set that comes with the worker.
      sampler.checkSettings();
      assertThat(GrpcSampler.CHANNELS.whole(sampler)).isEqualTo(4);
    }
    assertThat(samplers)
        .extracting(GrpcSampler.METHOD::text)
        .containsExactly(
            "meshgauge.auth.v1.Auth/Verify",
            "meshgauge.payment.v1.Payments/Charge",
            "meshgauge.auth.v1.Auth/Verify");
    assertThat(HistogramRecorder.PLAN.text(only(tree, HistogramRecorder.class))).isEqualTo("grpc");
  }

  @Test
  void theInstrumentsPlansSendOneBareRequest() {
    HashTree http2 = load("instrument/http2");

    LeanHttpSampler get = only(http2, LeanHttpSampler.class);
    assertThat(get.getName()).isEqualTo("get");
    assertThat(LeanHttpSampler.PROTOCOL.text(get)).isEqualTo("h2c");
    assertThat(LeanHttpSampler.HTTP2_CONNECTIONS.whole(get)).isEqualTo(1);
    get.checkSettings();
    GrpcSampler call = only(load("instrument/grpc"), GrpcSampler.class);
    assertThat(call.getName()).isEqualTo("call");
    assertThat(GrpcSampler.REQUEST.text(call)).isEqualTo("{}");
    assertThat(GrpcSampler.CHANNELS.whole(call)).isEqualTo(1);
    assertThatThrownBy(call::checkSettings).hasMessageContaining("package.Service/Method");
  }

  @Test
  void aPlanFromBeforeThereWasAChoiceOfProtocolsSpeaksHttp1() {
    LeanHttpSampler get = only(load("instrument/calibration"), LeanHttpSampler.class);

    assertThat(get.getPropertyAsString(LeanHttpSampler.PROTOCOL.property())).isEmpty();
    assertThat(LeanHttpSampler.PROTOCOL.text(get)).isEqualTo("http/1.1");
    assertThat(LeanHttpSampler.HTTP2_CONNECTIONS.whole(get)).isZero();
  }

  @Test
  void whatIsNoPlanIsRefused(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.jmx"), "<nonsense/>");

    assertThatThrownBy(() -> InProcessJMeter.runtime().load(folder.resolve("none.jmx")))
        .hasMessageContaining("There is no plan file");
    assertThatThrownBy(() -> InProcessJMeter.runtime().load(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void aMixWhoseWeightsAreNotItsChildrenIsRefused() {
    RequestMixController mix = new RequestMixController();
    InProcessJMeter.set(mix, RequestMixController.WEIGHTS, "browse=1,chekout=1");
    List<LeanHttpSampler> children =
        List.of(
            InProcessJMeter.sampler("browse", 1, "/"), InProcessJMeter.sampler("checkout", 1, "/"));

    assertThatThrownBy(() -> mix.checkChildren(children))
        .hasMessageContaining("[browse, chekout]")
        .hasMessageContaining("[browse, checkout]");
  }

  private static HashTree load(String name) {
    HashTree tree = InProcessJMeter.runtime().load(PLANS.resolve(name + ".jmx"));
    tree.traverse(new PreCompiler());
    tree.traverse(new TurnElementsOn());
    return tree;
  }

  private static <T> Collection<T> all(HashTree tree, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    tree.traverse(search);
    return search.getSearchResults();
  }

  private static <T> T only(HashTree tree, Class<T> type) {
    assertThat(all(tree, type)).hasSize(1);
    return all(tree, type).iterator().next();
  }
}
