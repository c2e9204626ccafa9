package io.meshgauge.load.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.jmeter.LeanHttpSampler;
import java.nio.file.Path;
import java.util.Map;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.PostThreadGroup;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.Test;

/** A user's plan, adapted in memory. */
class StockPlanTest {
  private static Destination entry(String target) {
    return new Destination("127.0.0.1", "4711", "http", target);
  }

  private final HashTree tree = new ListedHashTree();
  private final TestPlan top = new TestPlan("plan");
  private final ThreadGroup group = new ThreadGroup();
  private final HTTPSamplerProxy sampler = new HTTPSamplerProxy();

  private HashTree below() {
    HashTree below = tree.add(top);
    below.add(group).add(sampler);
    return below;
  }

  private HTTPSamplerProxy to(String host, String port, String path) {
    sampler.setName("get");
    sampler.setProperty(HttpElements.DOMAIN, host);
    sampler.setProperty(HttpElements.PORT, port);
    sampler.setProperty(HttpElements.PATH, path);
    return sampler;
  }

  private String objection(String target) {
    sampler.setRunningVersion(true);
    entry(target).redirect(sampler);
    return entry(target).objection(sampler);
  }

  @Test
  void targetIsReplacedByTheEntry() {
    to("shop.example.com", "8080", "/a");
    assertThat(objection("shop.example.com:8080")).isNull();
    assertThat(sampler.getPropertyAsString(HttpElements.DOMAIN)).isEqualTo("127.0.0.1");
    assertThat(sampler.getPropertyAsString(HttpElements.PORT)).isEqualTo("4711");
  }

  @Test
  void targetWithAnotherPortIsNotReplaced() {
    to("shop.example.com", "9090", "/a");
    assertThat(objection("shop.example.com:8080"))
        .contains("'get' was about to send to shop.example.com:9090; expected 127.0.0.1:4711");
  }

  @Test
  void wholeUrlAsPathIsReplacedToo() {
    to("", "", "https://shop.example.com/a?b=c");
    assertThat(objection("shop.example.com")).isNull();
    assertThat(sampler.getPropertyAsString(HttpElements.PATH)).isEqualTo("/a?b=c");
    assertThat(sampler.getPropertyAsString(HttpElements.PROTOCOL)).isEqualTo("http");
  }

  @Test
  void addressIsItselfAgainForTheNextSample() {
    to("shop.example.com", "", "http://shop.example.com/a");
    assertThat(objection("shop.example.com")).isNull();
    sampler.recoverRunningVersion();
    assertThat(sampler.getPropertyAsString(HttpElements.DOMAIN)).isEqualTo("shop.example.com");
    assertThat(sampler.getPropertyAsString(HttpElements.PORT)).isEmpty();
    assertThat(sampler.getPropertyAsString(HttpElements.PATH)).startsWith("http://");
  }

  @Test
  void hostOfTheEntryIsTheTargetWhereItHasItsPort() {
    to("127.0.0.1", "8080", "/a");
    assertThat(objection("anything:8080")).isNull();
    to("127.0.0.1", "8081", "/a");
    assertThat(objection("anything:8080")).contains("127.0.0.1:8081; expected 127.0.0.1:4711");
  }

  @Test
  void variablesAndPropertiesOfOwnSamplersAreResolved() {
    Arguments variables = new Arguments();
    variables.addArgument("host", "${__P(no.such.property,shop)}.example.com");
    top.setUserDefinedVariables(variables);
    LeanHttpSampler lean = new LeanHttpSampler();
    lean.setProperty(HttpElements.LEAN_HOST, "${host}");
    below().getTree(group).add(lean);
    StockPlan.redirect(tree, entry("shop.example.com:8080"));
    assertThat(lean.getPropertyAsString(HttpElements.LEAN_HOST)).isEqualTo("127.0.0.1");
    assertThat(lean.getPropertyAsString(HttpElements.LEAN_PORT)).isEqualTo("4711");
  }

  @Test
  void variablesThatRefToThemselvesEnd() {
    assertThat(StockPlan.resolved("${a}", Map.of("a", "${b}", "b", "${a}"))).startsWith("${");
  }

  @Test
  void resultListenersAndTearDownGroupsAreLeftOut() {
    HashTree below = below();
    below.add(new ResultCollector());
    below.add(new PostThreadGroup());
    StockPlan.adapted(tree, "plan", "");
    assertThat(tree.getTree(top).list()).containsExactly(group);
  }

  @Test
  void transactionsReportTheirRequestsOneByOne() {
    TransactionController transaction = new TransactionController();
    transaction.setGenerateParentSample(true);
    below();
    tree.getTree(top).getTree(group).add(transaction);
    StockPlan.adapted(tree, "plan", "");
    assertThat(transaction.isGenerateParentSample()).isFalse();
  }

  @Test
  void planWithoutAThreadGroupIsRefused() {
    tree.add(top);
    assertThatThrownBy(() -> StockPlan.adapted(tree, "plan", ""))
        .hasMessageContaining("has no enabled thread group");
  }

  @Test
  void settingsThatAreNoNumbersAreRefused() {
    assertThatThrownBy(() -> LoopSettings.of(Map.of("duration", "soon"), Path.of("out")))
        .hasMessageContaining("-Jduration is a number of 0 or more, not 'soon'");
  }
}
