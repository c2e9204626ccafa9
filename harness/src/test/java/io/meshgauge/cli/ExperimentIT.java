package io.meshgauge.cli;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.cli.trend.GateOptions;
import io.meshgauge.config.ExperimentFile;
import io.meshgauge.config.Overrides;
import io.meshgauge.experiment.Variant;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.run.session.ProjectLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The experiment that a mesh profile asks for ({@code ./mvnw verify -Pistio-mtls}): one test per
 * variant × plan × criterion, so that pipelines get standard XML, and the reason of a red build in
 * the failure message.
 */
@Tag("experiment")
class ExperimentIT {

  @TestFactory
  Stream<DynamicNode> every_criterion_is_met() {
    String profile = System.getProperty("meshgauge.profile", "");
    Overrides overrides = Overrides.among(System.getProperties());
    ProjectLayout home = ProjectLayout.find();
    CliContext context = CliContext.ofProcess(home.root(), new Engine(home));
    ExperimentFile named = context.configuration().fileOrProfile(profile, overrides);
    boolean prove = !System.getProperty("prove", "false").equals("false");
    ExperimentFile file =
        prove ? named.proving(Duration.ZERO, profile.equals(Variant.BASELINE)) : named;
    Execution execution =
        new Execution(
            context,
            new LiveOptions(),
            new GateOptions(),
            new Execution.ConsoleOptions(),
            new LanguageOptions());
    Path folder = execution.execute(file, command(profile, overrides) + (prove ? " -Dprove" : ""));
    return grouped(execution.report(folder, file.scoring()).criteria());
  }

  private static String command(String profile, Overrides overrides) {
    return "./mvnw verify -P" + profile + OverrideOptions.typed(overrides);
  }

  private static Stream<DynamicNode> grouped(List<CriterionResult> criteria) {
    Map<String, List<CriterionResult>> arms =
        criteria.stream()
            .collect(
                Collectors.groupingBy(
                    criterion -> criterion.variant() + " × " + criterion.plan(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return arms.entrySet().stream()
        .map(arm -> dynamicContainer(arm.getKey(), arm.getValue().stream().map(c -> test(c))));
  }

  private static DynamicNode test(CriterionResult criterion) {
    return dynamicTest(
        criterion.name(),
        () -> {
          if (!criterion.passed()) {
            fail(
                "%s × %s, %s: %s"
                    .formatted(
                        criterion.variant(),
                        criterion.plan(),
                        criterion.name(),
                        criterion.words()));
          }
        });
  }
}
