package io.meshgauge.load.stock;

import io.meshgauge.load.jmeter.LeanSampler;
import io.meshgauge.load.jmeter.OpenLoopThreadGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jmeter.config.Argument;
import org.apache.jmeter.config.Arguments;
import org.apache.jmeter.control.TransactionController;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.testelement.property.JMeterProperty;
import org.apache.jmeter.threads.AbstractThreadGroup;
import org.apache.jmeter.threads.PostThreadGroup;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * The tree of a user's plan, adapted in memory to a run under control. Listeners that write or show
 * results are left out (the record replaces them), and so are tearDown Thread Groups, whose
 * requests would be sent after the window and counted by the proxies. A Transaction Controller
 * reports its samples one by one, since a parent sample would appear only after its last one.
 * Everything else is as in the file.
 */
public final class StockPlan {
  private static final Set<String> REPORTING =
      Set.of("Summariser", "BackendListener", "ResultSaver", "ResultAction");

  /** A variable without a function, as in {@code ${host}}. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w[\\w.-]*)}");

  private static final Pattern PROPERTY =
      Pattern.compile("\\$\\{__P\\(([^,()]+)(?:,([^()]*))?\\)}");

  private final HashTree tree;
  private final String name;
  private final String conditions;

  private StockPlan(HashTree tree, String name, String conditions) {
    this.tree = tree;
    this.name = name;
    this.conditions = conditions;
  }

  /** Whether a plan has thread groups of its own instead of an open-loop one. */
  public static boolean isStock(HashTree tree) {
    return found(tree, OpenLoopThreadGroup.class).isEmpty();
  }

  /**
   * Adapts a plan.
   *
   * @param name of the plan, for the record
   * @param conditions of its requests, for messages; empty for none
   * @throws IllegalArgumentException if it has no enabled thread group
   */
  public static StockPlan adapted(HashTree tree, String name, String conditions) {
    long groups =
        found(tree, AbstractThreadGroup.class).stream()
            .filter(group -> !(group instanceof PostThreadGroup))
            .count();
    if (groups == 0) {
      throw new IllegalArgumentException(
          "Plan " + name + " has no enabled thread group; enable one, or add one with samplers.");
    }
    prune(tree);
    return new StockPlan(tree, name, conditions);
  }

  /**
   * Rewrites the target in the project's own samplers, which take no values while they run; stock
   * samplers are redirected when they send.
   */
  public static void redirect(HashTree tree, Destination destination) {
    int colon = destination.target().indexOf(':');
    String host = colon < 0 ? destination.target() : destination.target().substring(0, colon);
    Map<String, String> variables = variables(tree);
    for (LeanSampler sampler : found(tree, LeanSampler.class)) {
      if (!host.isEmpty()
          && resolved(sampler.getPropertyAsString(HttpElements.LEAN_HOST), variables)
              .equalsIgnoreCase(host)) {
        sampler.setProperty(HttpElements.LEAN_HOST, destination.host());
        sampler.setProperty(HttpElements.LEAN_PORT, destination.port());
      }
    }
  }

  /** Variables that the plan defines with texts. */
  private static Map<String, String> variables(HashTree tree) {
    Map<String, String> variables = new HashMap<>();
    List<Arguments> all = new ArrayList<>();
    for (TestPlan plan : found(tree, TestPlan.class)) {
      // A plan that was written by hand may have no variables at all.
      if (plan.getUserDefinedVariablesAsProperty().getObjectValue() instanceof Arguments own) {
        all.add(own);
      }
    }
    all.addAll(found(tree, Arguments.class));
    for (Arguments arguments : all) {
      for (JMeterProperty property : arguments.getArguments()) {
        if (property.getObjectValue() instanceof Argument argument) {
          variables.put(argument.getName(), argument.getValue());
        }
      }
    }
    return variables;
  }

  /** A text with its variables and properties replaced by their texts, as far as they are known. */
  static String resolved(String text, Map<String, String> variables) {
    String result = text;
    for (int depth = 0; depth < 5 && result.contains("${"); depth++) {
      Matcher variable = VARIABLE.matcher(result);
      result =
          variable.replaceAll(
              it -> Matcher.quoteReplacement(variables.getOrDefault(it.group(1), it.group())));
    }
    return PROPERTY
        .matcher(result)
        .replaceAll(
            it ->
                Matcher.quoteReplacement(
                    JMeterUtils.getPropDefault(
                        it.group(1).strip(), Objects.requireNonNullElse(it.group(2), ""))));
  }

  /**
   * Watches and times the samplers of a plan with an open-loop thread group, unless all of them are
   * the project's own.
   */
  public static void watch(HashTree tree, Destination destination) {
    if (found(tree, Sampler.class).stream().allMatch(LeanSampler.class::isInstance)) {
      return;
    }
    found(tree, TestPlan.class)
        .forEach(plan -> tree.getTree(plan).add(new LoopProbe(null, destination)));
  }

  /** Leaves out what {@link StockPlan} describes, here of a plan with an open-loop thread group. */
  public static void prune(HashTree tree) {
    found(tree, TransactionController.class).forEach(it -> it.setGenerateParentSample(false));
    leaveOut(tree);
  }

  private static void leaveOut(HashTree tree) {
    for (Object element : List.copyOf(tree.list())) {
      if (isLeftOut(element)) {
        tree.remove(element);
      } else {
        leaveOut(tree.getTree(element));
      }
    }
  }

  private static boolean isLeftOut(Object element) {
    return element instanceof ResultCollector
        || element instanceof PostThreadGroup
        || REPORTING.contains(element.getClass().getSimpleName());
  }

  static <T> Collection<T> found(HashTree tree, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    tree.traverse(search);
    return search.getSearchResults();
  }

  /** Its name in the record. */
  public String name() {
    return name;
  }

  /** What decides whether its requests are sent, for messages. */
  String conditions() {
    return conditions;
  }

  /** The adapted tree. */
  public HashTree tree() {
    return tree;
  }

  /** Adds an element to the scope of all samplers. */
  void add(TestElement element) {
    for (TestPlan plan : found(tree, TestPlan.class)) {
      tree.getTree(plan).add(element);
    }
  }

  /** Seconds until all threads of the standard thread groups have started. */
  double rampUpSeconds() {
    return found(tree, ThreadGroup.class).stream()
        .mapToDouble(group -> group.getRampUp() + (group.getScheduler() ? group.getDelay() : 0))
        .max()
        .orElse(0);
  }
}
