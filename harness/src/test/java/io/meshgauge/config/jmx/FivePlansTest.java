package io.meshgauge.config.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.jmx.JmxConverter.Converted;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the plans of {@code docs/benchmarks/plans} become: their profiles as pieces of arrivals. */
class FivePlansTest {
  private static final Path PLANS = Path.of("src/test/resources/io/meshgauge/load/plans");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ultimate    | pieces 8:0:0.7 4:0.7:1 6:1:1 2:1:0.7 4:0.7:0 | 10 | readers=16, writers=4 | one request",
        "includes    | pieces 2:0.25:0.25 2:0.5:0.5 2:0.75:0.75 2:1:1 16:1:1 | 10 | '' | one iteration of the plan, with 3 requests",
        "open-model  | pieces 8:0.2:1 8:1:1 4:0:0 6:0.4:0.4 | 25 | '' | one iteration of the plan, with 2 requests",
        "shaping     | pieces 8:0.166667:1 8:1:1 8:1:0.333333 | 24 | '' | one request",
        "controllers | pieces 2:0:0.333333 6:0.333333:0.333333 2:0.333333:0.666667 6:0.666667:0.666667 2:0.666667:1 12:1:1 2:0.666667:0.666667 2:0.333333:0.333333 | 10 | '' | lets pass",
      })
  void profileBecomesTheShapeOfTheArrivals(
      String name, String shape, String rate, String weights, String arrival) {
    JmxDocument plan = JmxDocument.read(PLANS.resolve(name + ".jmx"));
    int samplers = samplers(plan.top());
    Converted converted = JmxConverter.convert(plan);

    JmxDocument copy =
        JmxDocument.parse("copy.jmx", converted.text().getBytes(StandardCharsets.UTF_8));
    List<JmxNode> groups =
        copy.top().enabledChildren().stream().filter(JmxNode::isThreadGroup).toList();
    assertThat(groups).hasSize(1);
    JmxNode group = groups.get(0);
    assertThat(group.text("OpenLoopThreadGroup.shape")).isEqualTo(shape);
    assertThat(group.text("OpenLoopThreadGroup.rate")).isEqualTo("${__P(rate,%s)}", rate);
    String mix =
        String.join(
            "",
            group.enabledChildren().stream()
                .map(it -> it.text("RequestMixController.weights"))
                .toList());
    assertThat(mix).isEqualTo(weights);
    assertThat(converted.arrival()).contains(arrival);
    assertThat(samplers(copy.top())).isEqualTo(samplers);
    assertThat(group.text("ThreadGroup.same_user_on_next_iteration"))
        .isEqualTo(Boolean.toString(!name.equals("open-model")));
    assertThat(converted.changed().stream().filter(it -> it.contains("another user")).count())
        .isEqualTo(name.equals("open-model") ? 1 : 0);
  }

  private static int samplers(JmxNode parent) {
    List<JmxNode> children = parent.children();
    return children.stream().mapToInt(it -> it.isSampler() ? 1 : samplers(it)).sum();
  }
}
