package io.meshgauge.cli;

import io.meshgauge.cli.help.Names;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.section.Quantity;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code prove}: whether what arms promise is on, without measuring what it costs. */
@Command(
    name = "prove",
    description =
        "Prove in a minute that what arms promise is on: encryption and identity on every hop,"
            + " refusals, policies. A few slow requests; no baseline, no latency, no quiet machine.")
final class ProveVerb implements Callable<Integer> {
  private final CliContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "MESH|FILE",
      defaultValue = "istio-mtls",
      completionCandidates = Names.Meshes.class,
      description = "Meshes, or one experiment file or profile. Default: ${DEFAULT-VALUE}.")
  private List<String> named = new ArrayList<>();

  @Option(
      names = "--watch",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "Prove again and again for this long, such as 10m, and say at once when a promise no"
              + " longer holds.")
  private String watch = "";

  @Mixin private OverrideOptions options = new OverrideOptions();

  @Mixin private GateOptions gate = new GateOptions();

  @Mixin private Execution.ConsoleOptions console = new Execution.ConsoleOptions();

  @Mixin private LanguageOptions language = new LanguageOptions();

  ProveVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    gate.requireAddress();
    Overrides overrides = options.over(context);
    ExperimentFile file =
        named.size() == 1
            ? context.configuration().fileOrProfile(named.get(0), overrides)
            : context.configuration().comparison(named, overrides);
    String command =
        "./meshgauge prove"
            + OverrideOptions.typed(named)
            + ("0s".equals(watch) ? "" : " --watch=" + OverrideOptions.quoted(watch))
            + OverrideOptions.typed(overrides);
    return new Execution(context, new LiveOptions(), gate, console, language)
        .run(file.proving(watched(), named.contains(Variant.BASELINE)), command)
        .code();
  }

  private Duration watched() {
    OptionalDouble seconds = Quantity.parse(Unit.SECONDS, watch);
    if (seconds.isEmpty() || seconds.getAsDouble() < 0) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--watch is \"%s\"; expected %s".formatted(watch, Quantity.example(Unit.SECONDS)));
    }
    return Duration.ofMillis(Math.round(1000 * seconds.getAsDouble()));
  }
}
