package io.meshgauge.cli.predict;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.cli.language.LanguageOptions;
import io.meshgauge.config.section.Quantity;
import io.meshgauge.experiment.Session;
import io.meshgauge.measure.Unit;
import io.meshgauge.predict.Conditions;
import io.meshgauge.predict.CostModel;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.HeldOut;
import io.meshgauge.predict.Prediction;
import io.meshgauge.report.console.PredictionText;
import io.meshgauge.score.Prices;
import io.meshgauge.text.Messages;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The verb {@code predict}: fits the cost model to a session, and asks it. */
@Command(
    name = "predict",
    description =
        "Predict latency, CPU, memory and cores of the arms of a session under another load, with"
            + " intervals; from its archive, offline.")
public final class PredictVerb implements Callable<Integer> {
  /** Rates of the published studies, in requests per second. */
  private static final List<Double> STUDIES =
      List.of(50.0, 450.0, 1500.0, 3500.0, 10_000.0, 20_000.0);

  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SESSION", description = "The folder of a session in reports/runs.")
  private @Nullable Path folder;

  @Option(names = "--rate", description = "Requests per second.", paramLabel = "N")
  private @Nullable String rate;

  @Option(
      names = "--services",
      paramLabel = "N",
      description = "Services; each request then crosses as many more hops.")
  private @Nullable Double services;

  @Option(
      names = "--payload",
      paramLabel = "SIZE",
      description = "Padding in each answer, such as 4KiB.")
  private @Nullable String payload;

  @Option(names = "--connections", paramLabel = "N", description = "Connections of the load.")
  private @Nullable Double connections;

  @Option(
      names = "--rules",
      paramLabel = "N",
      description = "Policy rules in front of each service.")
  private @Nullable Double rules;

  @Option(
      names = "--configured",
      paramLabel = "N",
      description =
          "Services in the configuration of each proxy that no request uses; with --services, by"
              + " default all but the measured ones, where their memory was measured.")
  private @Nullable Double configured;

  @Option(
      names = "--sampling",
      paramLabel = "SHARE",
      description = "Share of traced requests, such as 10%%.")
  private @Nullable String sampling;

  @Option(
      names = "--utilisation",
      paramLabel = "SHARE",
      defaultValue = "60%",
      description = "Use of a machine that is not to be exceeded. Default: 60%%.")
  private String utilisation = "60%";

  @Option(
      names = "--price-core-hour",
      paramLabel = "X",
      description = "Price of a core for an hour.")
  private double coreHour;

  @Option(
      names = "--price-gib-hour",
      paramLabel = "Y",
      description = "Price of a GiB of memory for an hour.")
  private double gibHour;

  @Option(
      names = "--studies",
      description =
          "The loads of published studies: 50, 450, 1,500, 3,500, 10,000 and 20,000 requests per"
              + " second.")
  private boolean studies;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private LanguageOptions language = new LanguageOptions();

  /**
   * The verb.
   *
   * @param out receives the prediction
   */
  public PredictVerb(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Path from = Objects.requireNonNull(folder);
    double limit = parse("--utilisation", utilisation, Unit.RATIO);
    Map<Factor, Double> requested = requested();
    RunArchive archive = RunArchive.open(from);
    Session session = archive.read();
    List<CostModel> models = CostModel.of(session);
    if (models.isEmpty()) {
      throw refused(
          "%s has no valid run under a plan with a steady rate; expected a session that was measured, best a sweep: add sweep: to its experiment file"
              .formatted(from));
    }
    Optional<HeldOut> heldOut =
        Files.exists(archive.folder().resolve(HeldOut.FILE))
            ? Optional.of(archive.attachment(HeldOut.FILE, HeldOut.class))
            : Optional.empty();
    Messages.use(language.chosen());
    List<Prediction> predictions = new ArrayList<>();
    for (CostModel model : models) {
      for (Conditions one :
          model.fits().isEmpty() ? List.<Conditions>of() : questions(model, requested)) {
        predictions.add(model.predict(one, limit));
      }
    }
    Optional<Prices> prices =
        coreHour > 0 || gibHour > 0 ? Optional.of(new Prices(coreHour, gibHour)) : Optional.empty();
    if (json) {
      PredictionJson answer =
          PredictionJson.of(
              predictions, heldOut.map(it -> it.checks(session)).orElse(List.of()), prices, limit);
      out.println(
          JsonMapper.builder()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .build()
              .writeValueAsString(answer));
      return 0;
    }
    PredictionText text = new PredictionText(limit, prices);
    text.models(models);
    heldOut.ifPresent(it -> text.heldOut(it, it.checks(session)));
    if (studies) {
      text.studies(predictions);
    } else {
      predictions.forEach(text::prediction);
    }
    out.print(text.text());
    return 0;
  }

  private Map<Factor, Double> requested() {
    Map<Factor, Double> requested = new EnumMap<>(Factor.class);
    put(
        requested,
        Factor.RATE,
        rate == null ? null : parse("--rate", rate, Unit.REQUESTS_PER_SECOND));
    put(requested, Factor.SERVICES, services);
    put(
        requested,
        Factor.PAYLOAD,
        payload == null ? null : parse("--payload", payload, Unit.BYTES));
    put(requested, Factor.CONNECTIONS, connections);
    put(requested, Factor.RULES, rules);
    put(requested, Factor.CONFIGURED, configured);
    put(
        requested,
        Factor.SAMPLING,
        sampling == null ? null : parse("--sampling", sampling, Unit.RATIO));
    for (Factor factor : List.of(Factor.RATE, Factor.SERVICES, Factor.CONNECTIONS)) {
      if (requested.getOrDefault(factor, 1.0) <= 0) {
        throw refused("--%s must be above 0".formatted(factor.key()));
      }
    }
    return requested;
  }

  private static void put(Map<Factor, Double> requested, Factor factor, @Nullable Double value) {
    if (value != null) {
      requested.put(factor, value);
    }
  }

  private double parse(String option, String text, Unit unit) {
    OptionalDouble value = Quantity.parse(unit, text);
    boolean share = unit == Unit.RATIO && value.orElse(0) > 1;
    if (value.isEmpty() || value.getAsDouble() < 0 || share) {
      throw refused("%s is \"%s\"; expected %s".formatted(option, text, Quantity.example(unit)));
    }
    return value.getAsDouble();
  }

  private ParameterException refused(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  /** What is requested of a model; without an option, what was measured. */
  private List<Conditions> questions(CostModel model, Map<Factor, Double> requested) {
    Conditions conditions = model.center();
    for (Map.Entry<Factor, Double> one : requested.entrySet()) {
      if (one.getKey() == Factor.SERVICES) {
        double ratio = one.getValue() / conditions.services();
        conditions = conditions.with(Factor.HOPS, conditions.hops() * ratio);
        if (model.varied(Factor.CONFIGURED)) {
          double others = Math.max(0, one.getValue() - conditions.services());
          conditions = conditions.with(Factor.CONFIGURED, others);
        }
      }
      conditions = conditions.with(one.getKey(), one.getValue());
    }
    if (!studies) {
      return List.of(conditions);
    }
    return STUDIES.stream().map(conditions::at).toList();
  }
}
