package io.meshgauge.cli;

import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Fidelity;
import io.meshgauge.experiment.Trial;
import io.meshgauge.live.LiveException;
import io.meshgauge.live.LiveView;
import io.meshgauge.product.Product;
import io.meshgauge.run.session.Progress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of the live view of a run. */
final class LiveOptions {
  static final String LOOPBACK = "127.0.0.1";
  private static final String ANY = "0";

  @Option(
      names = "--live",
      arity = "0..1",
      paramLabel = "PORT",
      fallbackValue = ANY,
      preprocessor = OnlyAttached.class,
      description =
          "Serve a live view of the run: a page at /, metrics for Prometheus at /metrics. Without "
              + "PORT, any free port is used and printed (--live=9464 sets one).")
  private @Nullable Integer port;

  @Option(
      names = "--live-address",
      paramLabel = "ADDRESS",
      defaultValue = LOOPBACK,
      description =
          "Address --live listens on. Default: ${DEFAULT-VALUE}, this machine only; with 0.0.0.0, "
              + "any client that reaches the machine can read it.")
  private String address = LOOPBACK;

  /** Accepts a port only after {@code =}; the next argument is the name of an experiment. */
  static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        arguments.push(ANY);
      }
      return false;
    }
  }

  /**
   * Runs some work, with the live view open if one was requested.
   *
   * @param progress receives every event too
   */
  <T> T during(Progress progress, List<Product> meshes, Function<Progress, T> work) {
    if (port == null) {
      return work.apply(progress);
    }
    if (port < 0 || port > 65_535) {
      throw new EngineException(
          ExitCode.BAD_INPUT, "--live=%d is not a port; expected 0 to 65535".formatted(port), null);
    }
    try (LiveView view = LiveView.open(new InetSocketAddress(address, port), labels(meshes))) {
      progress.note(view.notice());
      return work.apply(view.after(progress));
    } catch (LiveException e) {
      throw new EngineException(ExitCode.CANNOT_RUN_HERE, e.getMessage(), e);
    }
  }

  /** Labels of variants; a model is marked as one. */
  private static BiFunction<Experiment, Trial, String> labels(List<Product> meshes) {
    return (experiment, trial) -> {
      boolean model =
          meshes.stream()
              .filter(mesh -> mesh.descriptor().key().equals(trial.variant().mesh()))
              .flatMap(mesh -> mesh.descriptor().on(experiment.platform()).asFidelity().stream())
              .anyMatch(Fidelity.MODEL::equals);
      return trial.variant().name() + (model ? " (model)" : "");
    };
  }
}
