package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.experiment.Outcome;
import io.meshgauge.experiment.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What tests of the example applications have in common. */
public final class ExampleRuns {
  private ExampleRuns() {}

  /** Fails unless everything that the run claims is proven; other work may have voided it. */
  public static void assertVerified(Run run) {
    assertThat(run.outcome()).as("%s", run.reasons()).isNotIn(Outcome.FAILED, Outcome.UNVERIFIED);
    assertThat(run.evidence()).noneMatch(Evidence::unproven);
    assertThat(run.evidence())
        .filteredOn(it -> it.verdict() == Verdict.UNBOUNDED)
        .as("only plain TCP has no number of calls")
        .allMatch(it -> it.subject().contains("→ redis"));
  }

  /** Subjects of the observations of a promise that the run claims. */
  public static List<String> claimed(Run run, Promise promise) {
    return run.evidence().stream()
        .filter(it -> it.promise() == promise && it.verdict() != Verdict.NOT_CLAIMED)
        .map(Evidence::subject)
        .toList();
  }

  /** A copy of an example's folder in a new folder, for a test to change. */
  public static Path copy(Path example, Path folder) throws IOException {
    Path copy = Files.createTempDirectory(folder, "copy");
    try (Stream<Path> files = Files.walk(example)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(example.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return copy;
  }
}
