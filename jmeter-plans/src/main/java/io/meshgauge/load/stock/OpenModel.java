package io.meshgauge.load.stock;

import io.meshgauge.load.jmeter.Field;
import io.meshgauge.load.jmeter.HistogramRecorder;
import io.meshgauge.load.jmeter.OpenLoopThreadGroup;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.PostThreadGroup;
import org.apache.jmeter.threads.SetupThreadGroup;
import org.apache.jmeter.threads.openmodel.OpenModelThreadGroup;
import org.apache.jmeter.timers.Timer;
import org.apache.jorphan.collections.HashTree;

/**
 * A user's plan whose only thread group has arrivals and no threads, such as an Open Model Thread
 * Group. JMeter's own class starts a thread at each arrival and tells it nothing of when it was
 * due, begins with the plan, and has neither warm-up nor windows. So in memory an open-loop thread
 * group takes its place, with the shape of its schedule; everything below it stays. As in JMeter,
 * each arrival of an Open Model is another user, with cookies and connections of its own.
 */
public final class OpenModel {
  private static final String SHAPE = "shape";
  private static final String ON_ERROR = "ThreadGroup.on_sample_error";
  private static final String SAME_USER = AbstractThreadGroup.IS_SAME_USER_ON_NEXT_ITERATION;
  private static final String NEXT_ITERATION = "startnextloop";

  private OpenModel() {}

  /** Whether the experiment says that a plan is one. */
  public static boolean isRequested(Map<String, String> properties) {
    return properties.containsKey(SHAPE);
  }

  /**
   * Adapts a plan.
   *
   * @param properties of the worker, which are the settings of the group too
   * @throws IllegalArgumentException if it has not exactly one thread group
   */
  public static void arrange(HashTree tree, Map<String, String> properties) {
    List<AbstractThreadGroup> groups =
        StockPlan.found(tree, AbstractThreadGroup.class).stream()
            .filter(it -> !(it instanceof SetupThreadGroup || it instanceof PostThreadGroup))
            .toList();
    if (groups.size() != 1) {
      throw new IllegalArgumentException(
          "The plan has %d thread groups; expected one, with arrivals: convert it with meshgauge plan convert."
              .formatted(groups.size()));
    }
    AbstractThreadGroup own = groups.get(0);
    OpenLoopThreadGroup group = new OpenLoopThreadGroup();
    group.setName(own.getName());
    group.setIsSameUserOnNextIteration(
        !(own instanceof OpenModelThreadGroup) && own.getPropertyAsBoolean(SAME_USER, true));
    String onError = own.getPropertyAsString(ON_ERROR);
    group.setProperty(ON_ERROR, onError.equals(NEXT_ITERATION) ? onError : "continue");
    set(group, OpenLoopThreadGroup.FIELDS, properties);
    HistogramRecorder recorder = new HistogramRecorder();
    recorder.setName("recorder");
    set(recorder, HistogramRecorder.FIELDS, properties);
    recorder.setProperty(
        HistogramRecorder.DIRECTORY.property(), properties.getOrDefault("out", ""));
    Collection<Timer> timers = StockPlan.found(tree, Timer.class);
    for (TestPlan plan : StockPlan.found(tree, TestPlan.class)) {
      tree.getTree(plan).replaceKey(own, group);
      tree.getTree(plan).add(recorder);
      if (!timers.isEmpty()) {
        tree.getTree(plan).add(new TimerProbe());
      }
    }
  }

  private static void set(TestElement element, List<Field> fields, Map<String, String> properties) {
    for (Field field : fields) {
      String name = field.property().substring(field.property().lastIndexOf('.') + 1);
      String value = properties.get(name);
      if (value != null) {
        element.setProperty(field.property(), value);
      }
    }
  }
}
