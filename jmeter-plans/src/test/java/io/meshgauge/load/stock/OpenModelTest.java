package io.meshgauge.load.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.jmeter.HistogramRecorder;
import io.meshgauge.load.jmeter.OpenLoopThreadGroup;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.protocol.http.sampler.HTTPSamplerProxy;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.PostThreadGroup;
import org.apache.jmeter.threads.SetupThreadGroup;
import org.apache.jmeter.threads.openmodel.OpenModelThreadGroup;
import org.apache.jmeter.timers.ConstantTimer;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.Test;

/** A plan with an Open Model Thread Group in the load worker. */
class OpenModelTest {
  private final HashTree tree = new ListedHashTree();
  private final TestPlan top = new TestPlan("plan");
  private final OpenModelThreadGroup group = new OpenModelThreadGroup();
  private final HTTPSamplerProxy sampler = new HTTPSamplerProxy();

  private HashTree below() {
    HashTree below = tree.add(top);
    below.add(new SetupThreadGroup());
    below.add(group).add(sampler);
    below.add(new PostThreadGroup());
    return below;
  }

  @Test
  void openLoopGroupTakesThePlaceOfItsGroup() {
    group.setName("visitors");
    below();
    Map<String, String> properties = Map.of("shape", "ramp 0 1", "rate", "60", "out", "results");
    assertThat(OpenModel.isRequested(properties)).isTrue();
    OpenModel.arrange(tree, properties);

    assertThat(StockPlan.isStock(tree)).isFalse();
    OpenLoopThreadGroup made = StockPlan.found(tree, OpenLoopThreadGroup.class).iterator().next();
    assertThat(made.getName()).isEqualTo("visitors");
    assertThat(OpenLoopThreadGroup.SHAPE.text(made)).isEqualTo("ramp 0 1");
    assertThat(OpenLoopThreadGroup.RATE.number(made)).isEqualTo(60);
    assertThat(made.isSameUserOnNextIteration()).isFalse();
    assertThat(tree.getTree(top).getTree(made).list()).containsExactly(sampler);
    assertThat(StockPlan.found(tree, OpenModelThreadGroup.class)).isEmpty();
    assertThat(StockPlan.found(tree, TimerProbe.class)).isEmpty();
    assertThat(StockPlan.found(tree, HistogramRecorder.class))
        .singleElement()
        .satisfies(it -> assertThat(HistogramRecorder.DIRECTORY.text(it)).isEqualTo("results"));
  }

  @Test
  void timersMoveTheIntendedStartOfTheFirstRequest() {
    below().getTree(group).add(new ConstantTimer());
    OpenModel.arrange(tree, Map.of("shape", "constant"));
    TimerProbe probe = StockPlan.found(tree, TimerProbe.class).iterator().next();

    Arrival arrival = Arrival.adopt();
    try {
      assertThat(probe.delay()).isZero();
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(5)) {
        Thread.onSpinWait();
      }
      TimerProbe.over();
      long due = arrival.dueNanos();
      assertThat(due).isEqualTo(arrival.readyNanos()).isGreaterThan(4_999_999);
      TimerProbe.over();
      assertThat(arrival.dueNanos()).isEqualTo(due);
      arrival.claim();
      probe.delay();
      TimerProbe.over();
      assertThat(arrival.dueNanos()).isEqualTo(due);
    } finally {
      Arrival.abandon();
    }
  }

  @Test
  void severalGroupsAreRefused() {
    below().add(new OpenModelThreadGroup());
    assertThatThrownBy(() -> OpenModel.arrange(tree, Map.of("shape", "constant")))
        .hasMessageContaining("2 thread groups; expected one");
  }
}
