package io.meshgauge.config.jmx;

import io.meshgauge.experiment.Plan.OpenModel;
import io.meshgauge.yaml.Place;
import io.meshgauge.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Checks a plan before anything is deployed: its classes, its files and where it sends. */
public final class JmxCheck {
  private static final List<String> FILES = List.of("filename", "File.path");
  private static final Set<String> WITH_FILES =
      Set.of(
          "CSVDataSet",
          "JSR223Sampler",
          "JSR223PreProcessor",
          "JSR223PostProcessor",
          "JSR223Assertion",
          "JSR223Timer",
          "JSR223Listener");

  private final JmxDocument plan;
  private final Path folder;
  private final Optional<Components> components;
  private final Problems problems;
  private final Objections objections;
  private final Variables variables;
  private final Hosts hosts;
  private final Modules modules;
  private final Set<String> data = new LinkedHashSet<>();

  /**
   * Prepares a check.
   *
   * @param folder of the plan's file, to which its files are relative
   * @param components known classes; empty if they cannot be known here
   * @param target address in the plan that stands for the entry; empty for none
   * @param properties that the experiment sets
   */
  public JmxCheck(
      JmxDocument plan,
      Path folder,
      Optional<Components> components,
      Optional<String> target,
      Map<String, String> properties,
      Problems problems) {
    this.plan = plan;
    this.folder = folder;
    this.components = components;
    this.problems = problems;
    objections = new Objections(plan.source());
    variables = new Variables(plan.top(), properties);
    modules = new Modules(plan.top());
    hosts = new Hosts(variables, modules, target, objections);
  }

  /**
   * What a plan is, as far as its run depends on it.
   *
   * @param labels of its samplers, with what decides whether each is sent
   * @param openModel its own arrivals, if it has them
   * @param seconds after which its threads end by themselves; empty if they go on
   */
  public record Summary(
      boolean closedLoop,
      List<String> data,
      Map<String, String> labels,
      Optional<OpenModel> openModel,
      OptionalDouble seconds) {}

  /** Checks the whole plan; what is wrong becomes problems with lines. */
  public Summary check() {
    JmxNode top = plan.top();
    classes(top);
    components.map(ScriptEngines::new).ifPresent(engines -> scripts(top, engines));
    List<JmxNode> groups = top.enabledChildren().stream().filter(JmxNode::isMainGroup).toList();
    if (groups.isEmpty()) {
      problems.wrong(
          place(top),
          "the plan has no enabled thread group",
          "at least one, with samplers in it",
          "enable or add a thread group in JMeter");
    }
    data.addAll(plan.included());
    files(top);
    hosts.check(top, List.of());
    Optional<OpenModel> openModel = openModel(groups);
    objections.report(problems);
    boolean closed = openModel.isEmpty() && groups.stream().noneMatch(JmxNode::isOpenLoop);
    return new Summary(
        closed,
        new ArrayList<>(data),
        modules.labels(),
        openModel,
        closed ? seconds(top, groups) : OptionalDouble.empty());
  }

  /** Until the last group ends, or the first shaping timer, which stops the plan. */
  private OptionalDouble seconds(JmxNode top, List<JmxNode> groups) {
    List<Double> ends = new ArrayList<>();
    timers(top, ends);
    List<OptionalDouble> lengths =
        groups.stream().map(it -> GroupProfile.length(it, variables::value)).toList();
    if (!lengths.isEmpty() && lengths.stream().allMatch(OptionalDouble::isPresent)) {
      ends.add(lengths.stream().mapToDouble(OptionalDouble::getAsDouble).max().orElseThrow());
    }
    return ends.stream().mapToDouble(it -> it).min();
  }

  private void timers(JmxNode node, List<Double> ends) {
    for (JmxNode child : node.enabledChildren()) {
      GroupProfile.ofTimer(child, variables::value).ifPresent(it -> ends.add(it.seconds()));
      timers(child, ends);
    }
  }

  /** The arrivals of the only thread group, if it has arrivals instead of threads. */
  private Optional<OpenModel> openModel(List<JmxNode> groups) {
    Optional<JmxNode> found = groups.stream().filter(GroupProfile::hasArrivals).findFirst();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    JmxNode group = found.get();
    Optional<OpenModel> model =
        GroupProfile.of(group, variables::value)
            .map(profile -> profile.openModel(GroupProfile.arrival(group)));
    if (groups.size() > 1) {
      objections.add(
          group,
          "thread group",
          "schedules arrivals, and is one of %d thread groups".formatted(groups.size()),
          "one thread group in a plan with arrivals, because they are the schedule of the whole plan",
          "put each group into a plan of its own, or make a copy that has the arrivals of all: ./meshgauge plan convert "
              + plan.source());
    } else if (model.isEmpty()) {
      objections.add(
          group,
          "thread group",
          "has a schedule of arrivals that cannot be read",
          "numbers above 0, variables of the plan, or properties with a value",
          "write properties: {NAME: VALUE} behind the plan's jmx: for a property without a default, or correct the schedule in JMeter");
    }
    return model;
  }

  private Place place(JmxNode node) {
    return new Place(node.source().orElse(plan.source()), node.line(), 1);
  }

  /** JMeter reads disabled elements too, before it leaves them out. */
  private void classes(JmxNode node) {
    components.ifPresent(
        known -> {
          String testClass = node.element().getAttribute("testclass");
          known
              .missing(node.type())
              .or(() -> testClass.isEmpty() ? Optional.empty() : known.missing(testClass))
              .or(() -> node.parts().stream().flatMap(it -> known.missing(it).stream()).findFirst())
              .ifPresent(name -> unknown(node, name));
        });
    node.children().forEach(this::classes);
  }

  private void unknown(JmxNode node, String name) {
    objections.add(
        node,
        "element",
        "has the class %s, which the load worker does not have".formatted(name),
        "an element of JMeter's core, HTTP, Java or JSR223 components, or of a plugin that is named",
        Plugin.having(name)
            .map(it -> "write plugins: [%s] behind the plan's jmx:".formatted(it.name()))
            .orElse(
                "put the plugin's jar, and the jars it needs, into a folder and name it with plugins: DIR; or remove the element in JMeter"));
  }

  /** A script without an engine fails each request, and JMeter only logs it. */
  private void scripts(JmxNode node, ScriptEngines engines) {
    for (JmxNode child : node.enabledChildren()) {
      if (child.type().startsWith("JSR223")) {
        engines
            .missing(child)
            .ifPresent(
                language ->
                    objections.add(
                        child,
                        "element",
                        "has a script in %s, for which there is no engine".formatted(language),
                        "a language of an engine in JMeter's JSR223 components, such as groovy, or in plugins",
                        "choose groovy in JMeter and adapt the script, or put the jars of an engine into a folder: plugins: DIR"));
      }
      scripts(child, engines);
    }
  }

  private void files(JmxNode node) {
    for (JmxNode child : node.enabledChildren()) {
      if (Modules.isModule(child) && modules.target(child).isEmpty()) {
        objections.add(
            child,
            "Module Controller",
            "runs %s, which is not in the plan".formatted(Modules.words(child)),
            "the names of an element of this plan",
            "choose the module again in JMeter, or remove the controller");
      }
      if (WITH_FILES.contains(child.type()) || child.isHttpSampler()) {
        FILES.stream()
            .flatMap(property -> child.texts(property).stream())
            .map(variables::value)
            .filter(text -> !text.isEmpty() && !text.contains("${"))
            .forEach(text -> file(child, text));
      }
      files(child);
    }
  }

  private void file(JmxNode node, String text) {
    try {
      if (Files.isRegularFile(folder.resolve(text))) {
        data.add(text);
        return;
      }
    } catch (InvalidPathException e) {
      // Refused like a file that does not exist.
    }
    objections.add(
        node,
        "element",
        "reads the file \"%s\", which does not exist".formatted(text),
        "a file, relative to the folder of the plan: " + folder.toAbsolutePath().normalize(),
        "correct the name in JMeter, or put the file there");
  }
}
