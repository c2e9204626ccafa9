package io.meshgauge.config;

import io.meshgauge.config.jmx.Plugin;
import io.meshgauge.config.section.Form;
import io.meshgauge.config.section.Key;
import io.meshgauge.config.section.Keys;
import io.meshgauge.config.section.Quantity;
import io.meshgauge.config.section.Section;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakSettings;
import io.meshgauge.experiment.change.EnforcementSettings;
import io.meshgauge.experiment.change.FailoverSettings;
import io.meshgauge.experiment.change.RolloutSettings;
import io.meshgauge.experiment.change.StartSettings;
import io.meshgauge.measure.Unit;
import io.meshgauge.product.Setting;
import io.meshgauge.yaml.Problems;
import io.meshgauge.yaml.Value;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The keys of a plan and of its properties. */
final class PlanKeys {
  /** The measured window of a plan. */
  static final Form<Duration> WINDOW =
      Form.duration()
          .that(
              it -> it.compareTo(Plan.MIN_DURATION) >= 0,
              "at least %ds".formatted(Plan.MIN_DURATION.toSeconds()))
          .advised("percentiles of fewer seconds say little: measure longer");

  private static final Form<Duration> SECOND =
      Form.duration().that(it -> it.compareTo(Duration.ofSeconds(1)) >= 0, "at least 1s");

  /** Those of a plan's properties that are settings of the services. */
  private static final Map<String, Form<String>> SETTINGS =
      Setting.OF_SERVICES.stream().collect(Collectors.toMap(Setting::name, PlanKeys::form));

  static final Keys KEYS = new Keys("a plan");
  static final Key<Value.Scalar> NAME = KEYS.key("name", Form.placed("the name of a plan"));
  static final Key<Duration> DURATION = KEYS.key("duration", WINDOW);
  static final Key<List<Plan.Rate>> RATE =
      KEYS.key(
          "rate",
          Form.list(
              Form.scalar(
                      Quantity.example(Unit.REQUESTS_PER_SECOND)
                          + ", above 0, or a share of the session's rate, such as 25%",
                      Map.of("type", List.of("number", "string")),
                      PlanKeys::rate)
                  .advised("write the rate as 450, 450/s or 25%; protocol.rate is the session's")));
  static final Key<SortedMap<String, String>> PROPERTIES =
      KEYS.key("properties", Form.map(Form.TEXT));
  static final Key<Value.Scalar> JMX =
      KEYS.key("jmx", Form.placed("the path of a JMeter plan, relative to the experiment file"));
  static final Key<List<String>> PLUGINS =
      KEYS.key("plugins", Form.list(Form.text("a folder with jars, or names of plugins")));
  static final Key<String> TARGET =
      KEYS.key(
          "target",
          Form.matching(
                  "[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?(?::\\d{1,5})?",
                  "the address in the plan that stands for the application, such as"
                      + " shop.example.com or shop.example.com:8080")
              .advised("write host or host:port, without http://"));
  static final Key<Boolean> JTL = KEYS.key("jtl", Form.BOOL);

  /** Plans by their names, or in full. */
  static final Form<List<Section>> FORM = Form.list(Form.section(KEYS, NAME));

  /** The names of standard plugins, where {@link #PLUGINS} is a list. */
  static final Form<List<Plugin>> NAMED_PLUGINS =
      Form.list(
          Form.oneOf(Plugin.names())
              .advised(
                  "put the jars of another plugin, and what they need, into a folder: plugins: DIR")
              .as(it -> Plugin.named(it).orElseThrow()));

  private static final Map<String, Form<SortedMap<String, String>>> OF_PLAN =
      Map.of(
          Plan.TCP,
          Form.section(stream()).as(Section::texts),
          Plan.SOAK,
          Form.section(soak()).as(Section::texts),
          Plan.FAILOVER,
          Form.section(failover()).as(Section::texts),
          Plan.ENFORCEMENT,
          Form.section(enforcement()).as(Section::texts),
          Plan.ROLLOUT,
          Form.section(rollout()).as(Section::texts),
          Plan.START,
          Form.section(start()).as(Section::texts));

  private PlanKeys() {}

  /** The properties of a plan, whose values are in the format of the model. */
  static SortedMap<String, String> properties(Section section, String plan, Problems problems) {
    Form<SortedMap<String, String>> own = OF_PLAN.getOrDefault(plan, PROPERTIES.form());
    section
        .entries(PROPERTIES)
        .forEach(
            (name, entry) ->
                Optional.ofNullable(SETTINGS.get(name))
                    .ifPresent(setting -> setting.read(name, entry.value(), problems)));
    return section.get(PROPERTIES, own).orElseGet(TreeMap::new);
  }

  private static Optional<Plan.Rate> rate(String text) {
    boolean share = text.endsWith("%");
    OptionalDouble value = Quantity.parse(share ? Unit.RATIO : Unit.REQUESTS_PER_SECOND, text);
    return value.isPresent() && value.getAsDouble() > 0
        ? Optional.of(new Plan.Rate(value.getAsDouble(), share))
        : Optional.empty();
  }

  private static Form<String> form(Setting setting) {
    return Form.scalar(
        setting.expected(), Map.of(), it -> Optional.of(it).filter(setting.accepts()));
  }

  private static Keys stream() {
    Keys keys = new Keys("the plan " + Plan.TCP);
    // What iperf3 can do.
    keys.key(Plan.STREAMS, Form.whole(1, 128));
    return keys;
  }

  private static Keys start() {
    Keys keys = new Keys("the plan " + Plan.START);
    keys.key(StartSettings.SERVICE, Form.text("the name of a service"));
    keys.key(StartSettings.PAUSE, SECOND);
    SETTINGS.forEach(keys::key);
    return keys;
  }

  private static Keys failover() {
    Keys keys = new Keys("the plan " + Plan.FAILOVER);
    keys.key(FailoverSettings.FAULT, Form.oneOf(FailoverSettings.Fault.keys()));
    keys.key(FailoverSettings.SERVICE, Form.text("the name of a service"));
    keys.key(FailoverSettings.ON, SECOND);
    keys.key(FailoverSettings.OFF, SECOND);
    SETTINGS.forEach(keys::key);
    return keys;
  }

  private static Keys enforcement() {
    Keys keys = new Keys("the plan " + Plan.ENFORCEMENT);
    keys.key(
        EnforcementSettings.INTERVAL,
        Form.duration().that(it -> it.compareTo(Duration.ofSeconds(3)) >= 0, "at least 3s"));
    SETTINGS.forEach(keys::key);
    return keys;
  }

  private static Keys rollout() {
    Keys keys = new Keys("the plan " + Plan.ROLLOUT);
    keys.key(RolloutSettings.SERVICE, Form.text("the name of a service"));
    keys.key(RolloutSettings.KIND, Form.oneOf(RolloutSettings.KINDS));
    keys.key(RolloutSettings.DRAIN, Form.duration());
    keys.key(RolloutSettings.PAUSE, SECOND);
    SETTINGS.forEach(keys::key);
    return keys;
  }

  private static Keys soak() {
    Keys keys = new Keys("the plan " + Plan.SOAK);
    keys.key(SoakSettings.WINDOW, WINDOW);
    keys.key(SoakSettings.SETTLING, Form.duration());
    keys.key(SoakSettings.DRIFT, Form.quantity(Unit.RATIO).that(it -> it > 0, "above 0"));
    keys.key(SoakSettings.ON_ALARM, Form.oneOf(List.of(SoakSettings.STOP, SoakSettings.CONTINUE)));
    keys.key(
        SoakSettings.COLLECT,
        Form.oneOf(List.of(SoakSettings.BETWEEN_WINDOWS, SoakSettings.NEVER)));
    Form<Duration> interval =
        Form.duration()
            .that(
                it -> it.compareTo(Duration.ofMinutes(1)) >= 0,
                "a minute or more: an arm needs time to recover");
    Arrays.stream(SoakAct.values()).forEach(act -> keys.key(act.key(), interval));
    SETTINGS.forEach(keys::key);
    return keys;
  }
}
