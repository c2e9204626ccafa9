package io.meshgauge.cli;

import io.meshgauge.cli.help.Names;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.Overrides;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The verb {@code compare}: several meshes in one session, interleaved. */
@Command(
    name = "compare",
    description = "Compare meshes with the baseline and each other, interleaved in one session.")
final class CompareVerb implements Callable<Integer> {
  private final CliContext context;

  @Parameters(
      arity = "0..*",
      paramLabel = "MESH",
      completionCandidates = Names.Meshes.class,
      description = "Meshes to compare. Default: all that can run here.")
  private List<String> meshes = new ArrayList<>();

  @Mixin private OverrideOptions options = new OverrideOptions();

  @Mixin private Execution.ConsoleOptions console = new Execution.ConsoleOptions();

  @Mixin private LanguageOptions language = new LanguageOptions();

  CompareVerb(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Overrides overrides = options.over(context);
    return new Execution(context, new LiveOptions(), new GateOptions(), console, language)
        .run(
            context.configuration().comparison(meshes, overrides),
            "./meshgauge compare"
                + OverrideOptions.typed(meshes)
                + OverrideOptions.typed(overrides))
        .code();
  }
}
