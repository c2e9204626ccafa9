package io.meshgauge.config.jmx;

import static io.meshgauge.config.jmx.SamplePlan.get;
import static io.meshgauge.config.jmx.SamplePlan.group;
import static io.meshgauge.config.jmx.SamplePlan.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.config.jmx.JmxConverter.Converted;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Open-loop copies of plans. */
class JmxConverterTest {
  private static final String EXTRACTOR =
      """
      <RegexExtractor testclass="RegexExtractor" testname="id"/><hashTree/>
      """;

  private static final String CODE =
      """
      <ResponseAssertion testclass="ResponseAssertion" testname="created">
      <collectionProp name="Asserion.test_strings"><stringProp name="1">201</stringProp></collectionProp>
      <stringProp name="Assertion.test_field">Assertion.response_code</stringProp>
      <intProp name="Assertion.test_type">8</intProp></ResponseAssertion><hashTree/>
      """;

  private static JmxDocument again(Converted converted) {
    return JmxDocument.parse("open.jmx", converted.text().getBytes(StandardCharsets.UTF_8));
  }

  private static JmxNode arrivals(Converted converted) {
    return again(converted).top().enabledChildren().stream()
        .filter(JmxNode::isOpenLoop)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void staticRequestBecomesLeanWithTheStatusThatItsAssertionRequires() {
    Converted converted = JmxConverter.convert(SamplePlan.of(group("g", 4, get("a", "/a", CODE))));

    JmxNode sampler = arrivals(converted).enabledChildren().get(0);
    assertThat(sampler.isLean()).isTrue();
    assertThat(sampler.name()).isEqualTo("a");
    assertThat(sampler.text("LeanHttpSampler.path")).isEqualTo("/a");
    assertThat(sampler.text("LeanHttpSampler.host")).isEqualTo("${__P(host)}");
    assertThat(sampler.text("LeanHttpSampler.expectedStatus")).isEqualTo("201");
    assertThat(sampler.enabledChildren()).isEmpty();
    assertThat(converted.arrival()).isEqualTo("one request");
    assertThat(converted.kept()).isEmpty();
  }

  @Test
  void requestsThatNeedMoreStayAndSayWhyWithTheirLine() {
    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(group("g", 1, get("a", "/a", EXTRACTOR) + get("b", "/${id}", ""))));

    assertThat(arrivals(converted).enabledChildren())
        .extracting(JmxNode::type)
        .containsExactly("HTTPSamplerProxy", "HTTPSamplerProxy");
    assertThat(converted.kept())
        .containsExactly(
            "\"a\" (HTTPSamplerProxy, line 6) stays as it is: \"id\" (RegexExtractor, line 11) reads its response",
            "\"b\" (HTTPSamplerProxy, line 13) stays as it is: its path or body has variables");
    assertThat(converted.arrival()).isEqualTo("one iteration of the plan, with 2 requests");
  }

  @Test
  void hostOfAPropertyIsKnownToTheLoadWorkerAndThatOfAFunctionIsNot() {
    String sampler = get("a", "/a", "");
    String property = sampler.replace("${__P(host)}", "${__P(env,live)}.example.com");
    String function = sampler.replace("${__P(host)}", "${__P(env)}.${__groovy(1)}");
    Converted converted = JmxConverter.convert(SamplePlan.of(group("g", 1, property + function)));
    assertThat(arrivals(converted).enabledChildren())
        .extracting(JmxNode::shortType)
        .containsExactly("LeanHttpSampler", "HTTPSamplerProxy");
  }

  @Test
  void cookiesKeepEverySamplerInTheirScope() {
    String cookies = "<CookieManager testclass=\"CookieManager\" testname=\"c\"/><hashTree/>";
    Converted converted =
        JmxConverter.convert(SamplePlan.of(cookies + group("g", 1, get("a", "/a", ""))));

    assertThat(arrivals(converted).enabledChildren().get(0).isLean()).isFalse();
    assertThat(converted.kept()).singleElement().asString().contains("\"c\" (CookieManager");
  }

  @Test
  void timerOfAGroupDelaysOnlyTheLaterRequestsOfAnIteration() {
    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(group("g", 1, timer("think") + get("a", "/a", "") + get("b", "/b", ""))));

    JmxNode group = arrivals(converted);
    assertThat(group.enabledChildren()).extracting(JmxNode::name).containsExactly("a", "b");
    assertThat(group.enabledChildren().get(0).enabledChildren()).isEmpty();
    assertThat(group.enabledChildren().get(1).enabledChildren())
        .extracting(JmxNode::name)
        .containsExactly("think");
    assertThat(converted.changed())
        .anyMatch(it -> it.contains("\"think\"") && it.contains("later requests"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<LoopController testname='ten'><stringProp name='LoopController.loops'>10</stringProp></LoopController> | with 30 requests",
        "<LoopController testname='ever'><stringProp name='LoopController.loops'>-1</stringProp></LoopController> | as many requests as \"ever\" (LoopController, line 6) lets pass",
        "<RunTime testname='rt'/> | as many requests as \"rt\" (RunTime, line 6) lets pass",
        "<RandomController testname='one'/> | one request",
        "<IfController testname='if'/> | with up to 3 requests",
        "<GenericController testname='all'/> | with 3 requests"
      })
  void arrivalCountsTheRequestsOfAnIteration(String controller, String words) {
    String inside = get("a", "/a", "") + get("b", "/b", "") + get("c", "/c", "");

    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(group("g", 1, controller + "<hashTree>%s</hashTree>".formatted(inside))));

    assertThat(converted.arrival()).contains(words);
  }

  @Test
  void severalGroupsBecomeAMixByTheirThreads() {
    Converted converted =
        JmxConverter.convert(
            SamplePlan.of(
                group("readers", 9, get("a", "/a", "")) + group("writers", 1, get("b", "/b", ""))));

    JmxNode mix = arrivals(converted).enabledChildren().get(0);
    assertThat(mix.text("RequestMixController.weights")).isEqualTo("readers=9, writers=1");
    assertThat(mix.enabledChildren())
        .extracting(JmxNode::name)
        .containsExactly("readers", "writers");
    assertThat(again(converted).top().enabledChildren().stream().filter(JmxNode::isMainGroup))
        .hasSize(1);
  }

  @Test
  void randomChoiceBecomesAMixOfItsRequests() {
    String random =
        "<RandomController testclass=\"RandomController\" testname=\"any\"/><hashTree>"
            + get("a", "/a", timer("t"))
            + get("b", "/b", timer("t"))
            + "</hashTree>";
    Converted converted = JmxConverter.convert(SamplePlan.of(group("g", 1, random)));

    JmxNode mix = arrivals(converted).enabledChildren().get(0);
    assertThat(mix.type()).isEqualTo(OpenLoop.MIX);
    assertThat(mix.text("RequestMixController.weights")).isEqualTo("a=1, b=1");
    assertThat(mix.enabledChildren()).allMatch(it -> it.enabledChildren().isEmpty());
  }

  @Test
  void groupsBeforeAndAfterAreSwitchedOffAndReported() {
    String setup =
        "<SetupThreadGroup testclass=\"SetupThreadGroup\" testname=\"prepare\"/><hashTree/>";
    Converted converted =
        JmxConverter.convert(SamplePlan.of(setup + group("g", 1, get("a", "/a", ""))));

    assertThat(again(converted).top().children().get(0).enabled()).isFalse();
    assertThat(converted.kept()).singleElement().asString().contains("\"prepare\"", "line 4");
  }

  @Test
  void planWithoutThreadsIsRefused() {
    assertThatThrownBy(() -> JmxConverter.convert(SamplePlan.of("")))
        .isInstanceOf(JmxException.class)
        .hasMessageContaining("plan.jmx:2: the plan has no enabled thread group");
  }

  @Test
  void unchangedPartsKeepTheirContentAndWhiteSpace() {
    String text = SamplePlan.shop();
    Converted converted =
        JmxConverter.convert(JmxDocument.parse("shop.jmx", text.getBytes(StandardCharsets.UTF_8)));
    JmxNode before = csv(JmxDocument.parse("shop.jmx", text.getBytes(StandardCharsets.UTF_8)));
    JmxNode after = csv(again(converted));
    assertThat(after.element().isEqualNode(before.element())).isTrue();
  }

  private static JmxNode csv(JmxDocument plan) {
    return plan.top().children().stream()
        .filter(it -> it.type().equals("CSVDataSet"))
        .findFirst()
        .orElseThrow();
  }
}
