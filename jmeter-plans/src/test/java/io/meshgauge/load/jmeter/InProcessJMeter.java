package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.RunController;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.worker.JMeterRuntime;
import java.nio.file.Path;
import java.util.Map;
import org.apache.jmeter.control.gui.TestPlanGui;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;

/** JMeter inside the test's process, for plans built in code. One test at a time. */
final class InProcessJMeter {

  private static final JMeterRuntime RUNTIME = JMeterRuntime.start(Map.of());

  private InProcessJMeter() {}

  static JMeterRuntime runtime() {
    return RUNTIME;
  }

  /** A thread group of that many arrivals per second and seconds, over that many connections. */
  static OpenLoopThreadGroup group(double rate, double seconds, int connections) {
    OpenLoopThreadGroup group = new OpenLoopThreadGroup();
    group.setName("arrivals");
    set(group, OpenLoopThreadGroup.RATE, rate);
    set(group, OpenLoopThreadGroup.DURATION_SECONDS, seconds);
    set(group, OpenLoopThreadGroup.CONNECTIONS, connections);
    return group;
  }

  static LeanHttpSampler sampler(String name, int port, String path) {
    LeanHttpSampler sampler = new LeanHttpSampler();
    sampler.setName(name);
    set(sampler, LeanHttpSampler.PORT, port);
    set(sampler, LeanHttpSampler.PATH, path);
    set(sampler, LeanHttpSampler.TIMEOUT_MILLIS, 2000);
    set(sampler, LeanHttpSampler.HEADERS, "Authorization: Bearer customer-token");
    return sampler;
  }

  static void set(TestElement element, Field field, Object value) {
    element.setProperty(field.property(), value.toString());
  }

  /** Runs one sampler in a group, recording into a folder. */
  static void run(OpenLoopThreadGroup group, TestElement child, Path out) {
    HashTree tree = new ListedHashTree();
    TestPlan plan = new TestPlan("test");
    plan.setProperty(TestElement.GUI_CLASS, TestPlanGui.class.getName());
    HistogramRecorder recorder = new HistogramRecorder();
    recorder.setName("recorder");
    set(recorder, HistogramRecorder.DIRECTORY, out);
    HashTree below = tree.add(plan);
    below.add(recorder);
    below.add(group).add(child);
    Stage.setController(RunController.OPEN);
    RUNTIME.run(tree);
  }
}
