package io.meshgauge.cli.trend;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.otlp.OtlpOptions;
import io.meshgauge.config.section.Quantity;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Variant;
import io.meshgauge.measure.Unit;
import io.meshgauge.report.CriterionResult;
import io.meshgauge.report.Report;
import io.meshgauge.report.gate.GateReport;
import io.meshgauge.report.markdown.MarkdownFormat;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.ArmFigures;
import io.meshgauge.trend.RegressionCheck;
import io.meshgauge.trend.SessionFigures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code run} and {@code report} for pipelines. */
public final class GateOptions {
  private static final String REGRESSION = "regression";
  private static final double DEFAULT_MARGIN = 0.05;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--fail-on",
      paramLabel = "regression[=MARGIN]",
      description =
          "Compare the session with accepted ones (see \"accept\"), and fail if an arm, against its"
              + " session's own baseline, is worse by more than the margin, and a confirmation"
              + " session finds it again. Default: 5%%.")
  private @Nullable String failOn;

  @Option(
      names = "--accepted",
      paramLabel = "NAME",
      description =
          "Accepted sessions to compare with: accepted/NAME.json, or the path of a .json file."
              + " Default: name of the experiment.")
  private @Nullable String accepted;

  @Option(
      names = "--against",
      paramLabel = "ARM",
      description =
          "With --fail-on: compare the other arms with this arm of the same session instead, such"
              + " as the release in use.")
  private @Nullable String against;

  @Option(
      names = "--changed",
      split = ",",
      paramLabel = "FACT",
      description =
          "A fact of the environment that may differ from the accepted sessions, because its"
              + " change is examined, such as envoy.version.")
  private List<String> changed = new ArrayList<>();

  @Option(
      names = "--summary",
      paramLabel = "FILE",
      description = "Write a summary in Markdown, for a pull request; appended if the file exists.")
  private @Nullable Path summary;

  @Mixin private OtlpOptions otlp = new OtlpOptions();

  private final List<String> refusals = new ArrayList<>();
  private Optional<Set<String>> again = Optional.empty();

  /** Why reports of this command were not compared with accepted sessions; empty if all were. */
  public List<String> refusals() {
    return List.copyOf(refusals);
  }

  /** Fails if the results could not be sent because of a mistake in the options. */
  public void requireAddress() {
    otlp.mistake()
        .ifPresent(
            mistake -> {
              throw refused(mistake);
            });
  }

  /** Sends the results of a written report to a collector, if that is asked for. */
  public void send(Report report, Path folder) {
    otlp.send(report, folder);
  }

  /** Why results were not sent to a collector since the last call; empty if all were. */
  public List<String> unsent() {
    return otlp.takeProblems();
  }

  /**
   * Fails, before anything is measured, if a session of an experiment could not be compared: its
   * reference is missing or damaged, or was measured at a rate while this one would search its own.
   */
  public void requireAccepted(Path home, Experiment experiment) {
    if (failOn == null) {
      return;
    }
    margin();
    if (against != null) {
      requireArm(experiment.arms().stream().map(Variant::name).toList());
      return;
    }
    AcceptedSessions reference = read(home, experiment.name());
    String rate = reference.latest().load().facts().getOrDefault("rate", "");
    if (experiment.protocol().rate().isEmpty() && rate.endsWith(" req/s")) {
      throw refused(
          "the accepted sessions of \"%s\" were measured at %s, and this run would search a rate of its own; expected the same: add -Drate=%s"
              .formatted(reference.name(), rate, rate.replace(" req/s", "")));
    }
  }

  /**
   * A report with the comparison that these options ask for.
   *
   * @param folder of the session
   * @param home of the accepted sessions
   * @param ledger of the checkout
   */
  public Report judged(Report report, Path folder, Path home, RegressionCheck.Ledger ledger) {
    if (failOn == null) {
      return report;
    }
    double margin = margin();
    SessionFigures now =
        SessionFigures.of(
            report.session(), Archives.name(folder), RunArchive.open(folder).checksum());
    if (against != null) {
      requireArm(now.arms().stream().map(ArmFigures::arm).distinct().toList());
      return GateReport.of(report, confirmed(RegressionCheck.within(now, against, margin)));
    }
    AcceptedSessions reference = read(home, report.session().experiment().name());
    List<String> differences = now.differencesFrom(reference.latest(), changed);
    if (!differences.isEmpty()) {
      refusals.add(GateReport.refusal(reference, differences));
      return GateReport.refused(report, reference, differences);
    }
    return GateReport.of(report, confirmed(RegressionCheck.of(reference, now, margin, ledger)));
  }

  /**
   * From here on a regression closes the gate only where a confirmation session found it, too.
   *
   * @param found the criteria that it did not meet, as {@link #key} names them
   */
  public void confirmedBy(Set<String> found) {
    again = Optional.of(Set.copyOf(found));
  }

  /** Names a criterion among all arms and plans. */
  public static String key(CriterionResult criterion) {
    return String.join("\n", criterion.variant(), criterion.plan(), criterion.name());
  }

  private RegressionCheck confirmed(RegressionCheck check) {
    return again
        .map(found -> check.confirmed(row -> found.contains(key(GateReport.criterion(check, row)))))
        .orElse(check);
  }

  private void requireArm(List<String> arms) {
    if (!arms.contains(against)) {
      throw refused(
          "--against is \"%s\"; expected an arm of the session, one of: %s"
              .formatted(against, String.join(", ", arms)));
    }
  }

  /** Appends the summary that the report's folder has to the file that was asked for. */
  public void summarise(Path folder) {
    if (summary == null) {
      return;
    }
    try {
      Path parent = Objects.requireNonNull(summary.toAbsolutePath().getParent());
      Files.createDirectories(parent);
      Files.writeString(
          summary,
          Files.readString(folder.resolve(new MarkdownFormat().fileName())),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the summary %s could not be written: %s".formatted(summary, e), e);
    }
  }

  private AcceptedSessions read(Path home, String experiment) {
    return AcceptedFile.read(
        AcceptedFile.of(home, Optional.ofNullable(accepted).orElse(experiment)));
  }

  /** The margin as a ratio − 1. */
  private double margin() {
    String requested = Objects.requireNonNull(failOn);
    if (requested.equals(REGRESSION)) {
      return DEFAULT_MARGIN;
    }
    OptionalDouble margin =
        requested.startsWith(REGRESSION + "=")
            ? Quantity.parse(Unit.RATIO, requested.substring(REGRESSION.length() + 1))
            : OptionalDouble.empty();
    if (margin.isEmpty() || margin.getAsDouble() < 0 || margin.getAsDouble() > 1) {
      throw refused(
          "--fail-on is \"%s\"; expected regression, or regression=MARGIN with a share from 0%% to 100%%, such as regression=5%%"
              .formatted(requested));
    }
    return margin.getAsDouble();
  }

  private ParameterException refused(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
