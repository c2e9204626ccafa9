package io.meshgauge.load.stock;

import io.meshgauge.load.jmeter.LeanSampler;
import io.meshgauge.load.jmeter.OpenLoopThreadGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private final HashTree tree;
  private final String name;

  private StockPlan(HashTree tree, String name) {
    this.tree = tree;
    this.name = name;
  }

  /** Whether a plan has thread groups of its own instead of an open-loop one. */
  public static boolean isStock(HashTree tree) {
    return found(tree, OpenLoopThreadGroup.class).isEmpty();
  }

  /**
   * Adapts a plan.
   *
   * @param name of the plan, for the record
   * @param target address in the plan that stands for the entry, {@code host} or {@code host:port};
   *     empty for none
   * @throws IllegalArgumentException if it has no enabled thread group
   */
  public static StockPlan adapted(
      HashTree tree, String name, String target, Destination destination) {
    long groups =
        found(tree, AbstractThreadGroup.class).stream()
            .filter(group -> !(group instanceof PostThreadGroup))
            .count();
    if (groups == 0) {
      throw new IllegalArgumentException(
          "Plan " + name + " has no enabled thread group; enable one, or add one with samplers.");
    }
    prune(tree);
    found(tree, TransactionController.class).forEach(it -> it.setGenerateParentSample(false));
    if (!target.isEmpty()) {
      redirect(tree, target, destination);
    }
    return new StockPlan(tree, name);
  }

  /**
   * Rewrites the address of a plan with an open-loop thread group, which is otherwise left as it
   * is.
   */
  public static void redirect(HashTree tree, String target, Destination destination) {
    int colon = target.indexOf(':');
    String host = colon < 0 ? target : target.substring(0, colon);
    String port = colon < 0 ? "" : target.substring(colon + 1);
    Map<String, String> variables = variables(tree);
    for (TestElement element : found(tree, TestElement.class)) {
      if (HttpElements.namesHost(element)) {
        redirect(element, host, port, variables, destination);
      } else if (resolved(element.getPropertyAsString(HttpElements.LEAN_HOST), variables)
          .equalsIgnoreCase(host)) {
        element.setProperty(HttpElements.LEAN_HOST, destination.host());
        element.setProperty(HttpElements.LEAN_PORT, destination.port());
      }
    }
  }

  private static void redirect(
      TestElement element,
      String host,
      String port,
      Map<String, String> variables,
      Destination destination) {
    String path = resolved(element.getPropertyAsString(HttpElements.PATH), variables);
    HttpElements.absolute(path)
        .filter(it -> it.host().equalsIgnoreCase(host) && isPort(it.port(), port))
        .ifPresent(
            it -> {
              element.setProperty(HttpElements.PATH, HttpElements.rest(path));
              set(element, destination);
            });
    String domain = resolved(element.getPropertyAsString(HttpElements.DOMAIN), variables).strip();
    String own = resolved(element.getPropertyAsString(HttpElements.PORT), variables).strip();
    if (domain.equalsIgnoreCase(host) && isPort(own, port)) {
      set(element, destination);
    }
  }

  private static boolean isPort(String written, String wanted) {
    return wanted.isEmpty() || written.isEmpty() || written.equals(wanted);
  }

  private static void set(TestElement element, Destination destination) {
    element.setProperty(HttpElements.DOMAIN, destination.host());
    element.setProperty(HttpElements.PORT, destination.port());
    element.setProperty(HttpElements.PROTOCOL, destination.protocol());
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

  /** A text with its variables replaced by their texts, as far as these are known. */
  static String resolved(String text, Map<String, String> variables) {
    String result = text;
    for (int depth = 0; depth < 5 && result.contains("${"); depth++) {
      Matcher variable = VARIABLE.matcher(result);
      result =
          variable.replaceAll(
              it -> Matcher.quoteReplacement(variables.getOrDefault(it.group(1), it.group())));
    }
    return result;
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
    for (Object element : List.copyOf(tree.list())) {
      if (isLeftOut(element)) {
        tree.remove(element);
      } else {
        prune(tree.getTree(element));
      }
    }
  }

  private static boolean isLeftOut(Object element) {
    return element instanceof ResultCollector
        || element instanceof PostThreadGroup
        || REPORTING.contains(element.getClass().getSimpleName());
  }

  private static <T> Collection<T> found(HashTree tree, Class<T> type) {
    SearchByClass<T> search = new SearchByClass<>(type);
    tree.traverse(search);
    return search.getSearchResults();
  }

  /** Its name in the record. */
  public String name() {
    return name;
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
