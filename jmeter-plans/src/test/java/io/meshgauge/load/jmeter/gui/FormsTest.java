package io.meshgauge.load.jmeter.gui;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.jmeter.Field;
import io.meshgauge.load.jmeter.GrpcSampler;
import io.meshgauge.load.jmeter.HistogramRecorder;
import io.meshgauge.load.jmeter.LeanHttpSampler;
import io.meshgauge.load.jmeter.OpenLoopThreadGroup;
import io.meshgauge.load.jmeter.RequestMixController;
import io.meshgauge.load.worker.JMeterRuntime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.jmeter.gui.JMeterGUIComponent;
import org.apache.jmeter.testelement.TestElement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FormsTest {

  @BeforeAll
  static void start() {
    System.setProperty("java.awt.headless", "true");
    JMeterRuntime.start(Map.of());
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        Arguments.of(new OpenLoopThreadGroupGui(), OpenLoopThreadGroup.FIELDS),
        Arguments.of(new RequestMixControllerGui(), RequestMixController.FIELDS),
        Arguments.of(new LeanHttpSamplerGui(), LeanHttpSampler.FIELDS),
        Arguments.of(new GrpcSamplerGui(), GrpcSampler.FIELDS),
        Arguments.of(new HistogramRecorderGui(), HistogramRecorder.FIELDS));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void whatAFormShowsOfAnElementItStoresUnchanged(JMeterGUIComponent form, List<Field> fields) {
    TestElement element = form.createTestElement();
    for (Field field : fields) {
      assertThat(field.text(element)).isEqualTo(field.preset());
      element.setProperty(field.property(), "${__P(" + field.property() + ")}");
    }

    form.configure(element);
    TestElement copy = form.createTestElement();

    assertThat(fields)
        .allSatisfy(f -> assertThat(f.text(copy)).isEqualTo("${__P(" + f.property() + ")}"));
    assertThat(copy.getPropertyAsString(TestElement.GUI_CLASS))
        .isEqualTo(form.getClass().getName());
    assertThat(form.getStaticLabel()).doesNotContain("Gui");
  }

  @Test
  void jmeterFindsEveryForm() {
    Set<String> found = new HashSet<>();
    for (ServiceLoader.Provider<JMeterGUIComponent> provider :
        ServiceLoader.load(JMeterGUIComponent.class).stream()
            .filter(p -> p.type().getPackageName().startsWith("io.meshgauge"))
            .toList()) {
      found.add(provider.get().getStaticLabel());
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            "Open-Loop Thread Group",
            "Request Mix Controller",
            "Lean HTTP Request",
            "Lean gRPC Request",
            "Histogram Recorder");
  }
}
