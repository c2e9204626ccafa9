package io.meshgauge.config.jmx;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.w3c.dom.Element;

/**
 * Makes an open-loop copy of a plan: arrivals at a rate instead of threads that wait for answers.
 * One arrival is one iteration of the plan; of several thread groups, or under a random controller,
 * it is one of them by weight. The first request of an iteration is due at its arrival, later ones
 * when those before them are answered.
 */
public final class JmxConverter {
  private static final Set<String> PACING =
      Set.of("ConstantThroughputTimer", "PreciseThroughputTimer", "SyncTimer");

  private static final String MOVED = "moved";

  private final JmxDocument plan;
  private final JmxEdit edit;
  private final Variables variables;
  private final List<String> changed = new ArrayList<>();
  private final List<String> kept = new ArrayList<>();
  private final LoadCourse course;

  private JmxConverter(JmxDocument plan) {
    this.plan = plan;
    edit = new JmxEdit(plan.document());
    variables = new Variables(plan.top(), Map.of());
    course = new LoadCourse(variables, changed, kept);
  }

  /**
   * A converted plan.
   *
   * @param text its XML
   * @param changed what was changed, one sentence each with the element and its line
   * @param kept what could not be changed, with the reason
   * @param arrival what an arrival is
   */
  public record Converted(String text, List<String> changed, List<String> kept, String arrival) {}

  /**
   * Converts a plan, which is changed by it.
   *
   * @throws JmxException if it has no thread group, or is an open loop already
   */
  public static Converted convert(JmxDocument plan) {
    return new JmxConverter(plan).converted();
  }

  private Converted converted() {
    JmxNode top = plan.top();
    List<JmxNode> groups = top.enabledChildren().stream().filter(JmxNode::isMainGroup).toList();
    if (groups.isEmpty() || groups.stream().anyMatch(JmxNode::isOpenLoop)) {
      throw new JmxException(
          plan.source(),
          top.line(),
          groups.isEmpty()
              ? "the plan has no enabled thread group"
              : "the plan has an open-loop thread group already",
          "a standard one",
          "name a plan whose own thread groups send");
    }
    for (JmxNode node : top.enabledChildren()) {
      if (node.isThreadGroup() && !node.isMainGroup()) {
        JmxEdit.disable(node);
        kept.add(
            "%s is switched off: only the arrivals are measured, and requests before or after them would not be; prepare the data of the application in another way"
                .formatted(node.title()));
      }
    }
    Scope scope = Scope.EMPTY.with(top.enabledChildren());
    groups.forEach(group -> samplers(group, scope));
    String arrival = Iteration.of(groups).words();
    timers(top, groups);
    listeners(top);
    transactions(top);
    groups(groups);
    record(top);
    return new Converted(plan.text(), List.copyOf(changed), List.copyOf(kept), arrival);
  }

  /** Turns samplers into lean ones where nothing is lost. */
  private void samplers(JmxNode parent, Scope outer) {
    Scope scope = outer.with(parent.enabledChildren());
    for (JmxNode child : parent.enabledChildren()) {
      if (child.isHttpSampler()) {
        LeanRequest.Result result =
            LeanRequest.of(child, scope.with(child.enabledChildren()), variables);
        result
            .request()
            .ifPresentOrElse(
                lean -> lean(child, lean),
                () -> kept.add("%s stays as it is: %s".formatted(child.title(), result.reason())));
      } else if (child.isSampler()) {
        kept.add("%s stays as it is: it is no HTTP sampler".formatted(child.title()));
      } else {
        samplers(child, scope);
      }
    }
  }

  private void lean(JmxNode sampler, LeanRequest lean) {
    for (JmxNode below : sampler.enabledChildren()) {
      // What they require or add is a setting of the lean request now.
      if (Scope.isAssertion(below) || below.type().equals("HeaderManager")) {
        JmxEdit.disable(below);
      }
    }
    Element made = lean.element(edit, sampler.name());
    made.setUserData(TreeBuilder.LINE, sampler.line(), null);
    edit.replace(sampler, made, sampler.tree());
    changed.add(
        "%s is a Lean HTTP Request now: the same request each time; it follows no redirects, and succeeds with status %s"
            .formatted(sampler.title(), lean.properties().get("expectedStatus")));
  }

  /** No timer may delay the first request of an iteration, which is due at its arrival. */
  private void timers(JmxNode top, List<JmxNode> groups) {
    Set<Element> firsts = new HashSet<>();
    groups.forEach(group -> firsts(group).forEach(it -> firsts.add(it.element())));
    List<JmxNode> all = new ArrayList<>();
    for (JmxNode group : groups) {
      moveTimers(group, firsts);
      collect(group, all);
    }
    all.removeIf(it -> firsts.contains(it.element()));
    top.enabledChildren().stream().filter(Scope::isTimer).forEach(it -> move(it, all));
  }

  /** The samplers that an arrival may begin with. */
  private static List<JmxNode> firsts(JmxNode group) {
    List<JmxNode> starts =
        choice(group).map(JmxNode::enabledChildren).orElseGet(() -> List.of(group));
    List<JmxNode> firsts = new ArrayList<>();
    for (JmxNode start : starts) {
      List<JmxNode> all = new ArrayList<>();
      if (start.isSampler()) {
        all.add(start);
      } else {
        collect(start, all);
      }
      all.stream().findFirst().ifPresent(firsts::add);
    }
    return firsts;
  }

  /** Moves the timers below an element. */
  private void moveTimers(JmxNode parent, Set<Element> firsts) {
    for (JmxNode child : parent.enabledChildren()) {
      if (!Scope.isTimer(child)) {
        moveTimers(child, firsts);
      } else if (child.element().getUserData(MOVED) == null) {
        timer(parent, child, firsts);
      }
    }
  }

  private void timer(JmxNode parent, JmxNode timer, Set<Element> firsts) {
    List<JmxNode> later = new ArrayList<>();
    if (!parent.isSampler()) {
      collect(parent, later);
      later.removeIf(it -> firsts.contains(it.element()));
    } else if (!firsts.contains(parent.element()) && !PACING.contains(timer.type())) {
      kept.add(
          "%s still delays %s: it is between two requests of an iteration, and its thread is busy meanwhile"
              .formatted(timer.title(), parent.title()));
      return;
    }
    move(timer, later);
  }

  private void move(JmxNode timer, List<JmxNode> later) {
    JmxEdit.disable(timer);
    if (course.takes(timer)) {
      return;
    }
    if (PACING.contains(timer.type())) {
      changed.add(
          "%s is switched off: the schedule of the arrivals sets the pace"
              .formatted(timer.title()));
      return;
    }
    for (JmxNode sampler : later) {
      if (sampler.tree() != null) {
        Element copy = JmxEdit.copy(timer.element());
        copy.setAttribute("enabled", "true");
        copy.setUserData(MOVED, true, null);
        edit.append(sampler.tree(), copy, edit.tree());
      }
    }
    changed.add(
        later.isEmpty()
            ? "%s is switched off: it would only delay the first request of an iteration, whose time is set by its arrival"
                .formatted(timer.title())
            : "%s applies to the later requests of an iteration only (%d): the time of the first is set by its arrival"
                .formatted(timer.title(), later.size()));
  }

  private static void collect(JmxNode parent, List<JmxNode> samplers) {
    for (JmxNode child : parent.enabledChildren()) {
      if (child.isSampler()) {
        samplers.add(child);
      } else {
        collect(child, samplers);
      }
    }
  }

  private void listeners(JmxNode node) {
    for (JmxNode child : node.enabledChildren()) {
      if (Scope.isListener(child)) {
        JmxEdit.disable(child);
        changed.add(
            "%s is switched off: the Histogram Recorder writes the results"
                .formatted(child.title()));
      } else {
        listeners(child);
      }
    }
  }

  private void transactions(JmxNode node) {
    for (JmxNode child : node.enabledChildren()) {
      if (child.type().equals("TransactionController")
          && child.is("TransactionController.parent", false)) {
        edit.set(child, "boolProp", "TransactionController.parent", "false");
        changed.add(
            "%s reports its requests one by one, and itself as a transaction"
                .formatted(child.title()));
      }
      transactions(child);
    }
  }

  /** Replaces the thread groups by one. */
  private void groups(List<JmxNode> groups) {
    JmxNode first = groups.get(0);
    Element arrivals = group(first);
    course.keep(groups, arrivals, edit);
    for (JmxNode group : groups) {
      changed.add(
          "%s is part of the Open-Loop Thread Group now: %s"
              .formatted(group.title(), course.words(group)));
      if (GroupProfile.isOpenModel(group)) {
        changed.add(
            "%s starts another user at each arrival, with cookies and connections of its own; Lean HTTP Requests keep their connections instead"
                .formatted(group.title()));
      }
      String onError = group.text("ThreadGroup.on_sample_error");
      if (onError.startsWith("stop")) {
        changed.add(
            "%s no longer stops after an error: arrivals do not depend on answers"
                .formatted(group.title()));
      }
    }
    if (groups.size() == 1) {
      random(first);
      edit.replace(first, arrivals, first.tree() == null ? edit.tree() : first.tree());
      return;
    }
    Element below = edit.tree();
    edit.replace(first, arrivals, below);
    groups.subList(1, groups.size()).forEach(edit::remove);
    Map<String, Integer> weights = new LinkedHashMap<>();
    Element children = edit.tree();
    List<Integer> shares = course.weights(groups);
    for (int i = 0; i < groups.size(); i++) {
      JmxNode group = groups.get(i);
      String name = unique(group.name().replaceAll("[,=]", " ").strip(), weights);
      weights.put(name, shares.get(i));
      Element controller = edit.element("GenericController", "LogicControllerGui", name);
      edit.append(children, controller, group.tree() == null ? edit.tree() : group.tree());
    }
    edit.append(below, mix("groups", weights), children);
    changed.add(
        "an arrival is an iteration of one of the groups, by their highest numbers: %s; change the weights of the Request Mix where the groups differ in speed"
            .formatted(written(weights)));
  }

  /** The random choice that is the only content of a group. */
  private static Optional<JmxNode> choice(JmxNode group) {
    List<JmxNode> active =
        group.enabledChildren().stream()
            .filter(it -> it.isSampler() || Scope.isController(it))
            .toList();
    return active.stream()
        .filter(it -> active.size() == 1 && it.type().equals("RandomController"))
        .findFirst();
  }

  /** A group whose only content is a random choice becomes a request mix. */
  private void random(JmxNode group) {
    Optional<JmxNode> found = choice(group);
    if (found.isEmpty()) {
      return;
    }
    JmxNode controller = found.get();
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (JmxNode child : controller.enabledChildren()) {
      if (child.isSampler() || Scope.isController(child)) {
        String name = unique(child.name().replaceAll("[,=]", " ").strip(), weights);
        child.element().setAttribute("testname", name);
        weights.put(name, 1);
      }
    }
    if (weights.isEmpty()) {
      return;
    }
    edit.replace(controller, mix(controller.name(), weights), controller.tree());
    changed.add(
        "%s is a Request Mix now: %s, the same order in every run of a seed"
            .formatted(controller.title(), written(weights)));
  }

  private static String unique(String name, Map<String, ?> taken) {
    String wanted = name.isEmpty() ? "requests" : name;
    String result = wanted;
    for (int i = 2; taken.containsKey(result); i++) {
      result = wanted + " " + i;
    }
    return result;
  }

  private static String written(Map<String, Integer> weights) {
    return weights.entrySet().stream()
        .map(it -> it.getKey() + "=" + it.getValue())
        .collect(Collectors.joining(", "));
  }

  private Element mix(String name, Map<String, Integer> weights) {
    Element mix = edit.own(OpenLoop.MIX, name);
    edit.put(mix, "RequestMixController.weights", written(weights));
    edit.put(mix, "RequestMixController.seed", "${__P(seed,1)}");
    return mix;
  }

  private Element group(JmxNode old) {
    Element group = edit.own(OpenLoop.GROUP, "arrivals");
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("rate", "${__P(rate,10)}");
    settings.put("duration", "${__P(duration,30)}");
    settings.put("shape", "constant");
    settings.put("arrival", "${__P(arrival,poisson)}");
    settings.put("seed", "${__P(seed,1)}");
    settings.put("connections", "${__P(connections,16)}");
    settings.put("mostConnections", "${__P(mostConnections,0)}");
    settings.put("warmup", "${__P(warmup,500)}");
    settings.put("warmupConcurrency", "${__P(warmupConcurrency,8)}");
    settings.put("mode", "${__P(mode,open)}");
    settings.put("repeat", "${__P(repeat,false)}");
    settings.put("spinMicros", "${__P(spinMicros,0)}");
    settings.put("slackMicros", "${__P(slackMicros,0)}");
    settings.put("worker", "${__P(worker,0)}");
    settings.put("workers", "${__P(workers,1)}");
    settings.forEach((name, value) -> edit.put(group, "OpenLoopThreadGroup." + name, value));
    String onError = old.text("ThreadGroup.on_sample_error");
    edit.put(
        group,
        "ThreadGroup.on_sample_error",
        onError.equals("startnextloop") ? onError : "continue");
    edit.put(
        group,
        "boolProp",
        "ThreadGroup.same_user_on_next_iteration",
        Boolean.toString(
            old.is("ThreadGroup.same_user_on_next_iteration", !GroupProfile.isOpenModel(old))));
    return group;
  }

  private void record(JmxNode top) {
    Element recorder = edit.own(OpenLoop.RECORDER, "recorder");
    edit.put(recorder, "HistogramRecorder.directory", "${__P(out,)}");
    edit.put(recorder, "HistogramRecorder.plan", "${__P(plan,plan)}");
    edit.put(recorder, "HistogramRecorder.jtl", "${__P(jtl,false)}");
    if (top.tree() != null) {
      edit.append(top.tree(), recorder, edit.tree());
    }
  }
}
