package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.config.SampleHome;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.LoadPoint;
import io.meshgauge.experiment.Session;
import io.meshgauge.predict.HeldOut;
import io.meshgauge.predict.SweepArchive;
import io.meshgauge.predict.Target;
import io.meshgauge.product.registry.Products;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verb {@code predict}, from an archive alone. */
class PredictVerbTest extends CommandCase {
  private Path session = Path.of("");

  @BeforeEach
  void sweep() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("sweep.yaml"),
            """
            variants: [baseline]
            sweep: {rate: [80, 400], payload-bytes: [0B, 16KiB], held-out: 10}
            plans: [{name: steady, duration: 20s}]
            """);
    Experiment experiment =
        new Configuration(SampleHome.in(folder), Products.all())
            .file(file, Overrides.NONE)
            .experiment();
    session = SweepArchive.write(folder.resolve("runs"), experiment, 0.03);
  }

  @Test
  void heldOutPointsArePredictedFromTheOthersOnly() {
    RunArchive archive = RunArchive.open(session);
    HeldOut written = archive.attachment(HeldOut.FILE, HeldOut.class);
    Session read = archive.read();

    assertThat(written.points()).hasSize(10);
    assertThat(written.samples())
        .hasSize(6)
        .allSatisfy(
            name ->
                assertThat(read.experiment().variants())
                    .filteredOn(variant -> variant.name().equals(name))
                    .noneMatch(v -> LoadPoint.of(v).filter(LoadPoint::heldOut).isPresent()));
    // Measured later, the held-out points change nothing.
    assertThat(HeldOut.of(read, written.made())).isEqualTo(written);
    List<HeldOut.Check> checks = written.checks(read);
    assertThat(checks)
        .filteredOn(check -> check.target() == Target.CPU_SYSTEM)
        .hasSize(10)
        .allSatisfy(check -> assertThat(Math.abs(check.error())).isLessThan(0.15));
    assertThat(checks.stream().filter(HeldOut.Check::held).count() / (double) checks.size())
        .isGreaterThan(0.9);
  }

  @Test
  void textHasIntervalsResidualsAndWhatIsExtrapolated() {
    assertThat(predict("--rate", "10000", "--payload", "4KiB", "--price-core-hour", "0.04"))
        .isZero();

    assertThat(out())
        .contains("Model of baseline")
        .contains("rate         80 req/s to 400 req/s")
        .contains("connections  not varied: 16")
        .contains("residuals: standard deviation")
        .contains("Held-out points, predicted at 1970-01-01 00:00:00 UTC from 6 deployments")
        .contains("baseline at rate 10000 req/s")
        .contains("response time p50")
        .contains("price of a month")
        .contains("rate 10000 req/s is 25.0 × the highest measured (400 req/s)")
        .contains("! capacity: a machine like the measured one (2 cores) is full at about")
        .containsPattern("CPU of services = per call \\S+ ms CPU")
        .doesNotContainPattern("\\de[+-]\\d");
    assertThat(out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(121));
  }

  @Test
  void studiesArePredictedWithMachinesAndLoadWorkers() {
    assertThat(predict("--studies")).isZero();

    assertThat(out())
        .contains("Loads of the studies")
        .containsPattern("baseline +450 ")
        .containsPattern("baseline +1500 ")
        .containsPattern("baseline +20000 ")
        .contains("20000 req/s: extrapolated: rate 20000 req/s is 50.0 × the highest measured")
        .doesNotContain("450 connections");
  }

  @Test
  void anotherLanguageChangesTheWordsAndNotTheNumbers() {
    assertThat(predict("--rate", "10000")).isZero();
    String english = out();
    assertThat(predict("--rate", "10000", "--language", "uk")).isZero();
    Messages.use(Language.ENGLISH);

    assertThat(out())
        .contains("Модель варіанта baseline", "час відповіді p50", "екстраполяція: частота 10000")
        .doesNotContain("measured", "response time");
    assertThat(numbers(out())).isEqualTo(numbers(english));
  }

  private static List<String> numbers(String text) {
    return Pattern.compile("\\d+(\\.\\d+)?").matcher(text).results().map(it -> it.group()).toList();
  }

  @Test
  void jsonHasBaseUnits() {
    assertThat(predict("--rate", "200", "--json")).isZero();

    JsonNode answer = new JsonMapper().readTree(out());
    JsonNode row = answer.get("predictions").get(0);
    assertThat(row.get("arm").asString()).isEqualTo("baseline");
    assertThat(row.get("conditions").get("rate").asDouble()).isEqualTo(200);
    JsonNode cores = row.get("estimates").get("cpu_system");
    double perRequest = row.get("estimates").get("cpu_per_request").get("value").asDouble();
    assertThat(perRequest).isCloseTo(cores.get("value").asDouble() / 200, within(1e-9));
    assertThat(cores.get("low").asDouble()).isLessThan(cores.get("value").asDouble());
    assertThat(cores.get("high").asDouble()).isGreaterThan(cores.get("value").asDouble());
    assertThat(answer.get("heldOut").size()).isGreaterThanOrEqualTo(40);
  }

  @Test
  void wrongOptionsSayWhatIsExpected() {
    assertThat(predict("--payload", "much")).isEqualTo(2);
    assertThat(err()).contains("--payload is \"much\"; expected a size with its unit");
    assertThat(predict("--rate", "0")).isEqualTo(2);
    assertThat(err()).contains("--rate must be above 0");
    session = folder;
    assertThat(predict("--rate", "10")).isEqualTo(2);
    assertThat(err()).contains("has no session.json");
  }

  @Test
  void changedPredictionsAreRefused() throws IOException {
    Path file = session.resolve(HeldOut.FILE);
    Files.writeString(file, Files.readString(file).replaceFirst("\"value\" : 0", "\"value\" : 1"));

    assertThat(predict("--rate", "200")).isNotZero();
    assertThat(err()).contains(HeldOut.FILE);
  }

  private int predict(String... options) {
    List<String> all = new ArrayList<>(List.of("predict", session.toString()));
    all.addAll(List.of(options));
    return meshgauge(all.toArray(String[]::new));
  }
}
