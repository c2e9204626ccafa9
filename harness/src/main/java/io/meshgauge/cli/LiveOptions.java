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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a run that is looked at while it goes on. */
final class LiveOptions {
  static final String LOOPBACK = "127.0.0.1";
  private static final String ANY = "0";

  @Option(
      names = "--live",
      arity = "0..1",
      paramLabel = "PORT",
      fallbackValue = ANY,
      preprocessor = OnlyAttached.class,
      description = {
        "Show the run while it goes on: a page for people at /, figures for Prometheus at",
        "/metrics. On any free port, which is said, or on PORT (--live=9464)."
      })
  private @Nullable Integer port;

  @Option(
      names = "--live-address",
      paramLabel = "ADDRESS",
      defaultValue = LOOPBACK,
      description = {
        "Where --live listens. Default: ${DEFAULT-VALUE}, for this machine only; with 0.0.0.0",
        "everybody who reaches it can read."
      })
  private String address = LOOPBACK;

  /** Takes the next word for the name of an experiment, unless it is tied to the option by =. */
  static final class OnlyAttached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (" ".equals(info.get("separator"))) {
        words.push(ANY);
      }
      return false;
    }
  }

  /**
   * Does some work with the view open, where one is wanted.
   *
   * @param progress receives everything as well
   */
  void during(Progress progress, List<Product> meshes, Consumer<Progress> work) {
    if (port == null) {
      work.accept(progress);
      return;
    }
    if (port < 0 || port > 65_535) {
      throw new EngineException(
          ExitCode.BAD_INPUT, "--live=%d is no port; expected 0 to 65535".formatted(port), null);
    }
    try (LiveView view = LiveView.open(new InetSocketAddress(address, port), labels(meshes))) {
      progress.note(view.notice());
      work.accept(view.after(progress));
    } catch (LiveException e) {
      throw new EngineException(ExitCode.CANNOT_RUN_HERE, e.getMessage(), e);
    }
  }

  /** A model is never called by the bare name. */
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
