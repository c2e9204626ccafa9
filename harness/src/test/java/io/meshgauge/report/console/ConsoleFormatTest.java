package io.meshgauge.report.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.report.SampleReports;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(EnglishAfterwards.class)
class ConsoleFormatTest {
  private static final Pattern UNDECIDED =
      Pattern.compile("\\? [-+][\\d.]+ \\[([-+])[\\d.]*[1-9][\\d.]* ([-+])[\\d.]*[1-9][\\d.]*]");

  static Stream<String> samples() {
    return SampleReports.names().stream().filter(name -> !name.equals("hostile"));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void noLineIsLongerThanATerminalIsWide(String sample) throws IOException {
    assertThat(write(sample, false).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextWrap.COLUMNS));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void ukrainianFitsTheTerminalToo(String sample) throws IOException {
    Messages.use(Language.UKRAINIAN);

    assertThat(write(sample, false).lines())
        .contains("Докази", "Висновок")
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextWrap.COLUMNS));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void undecidedRowsWhoseIntervalsExcludeZeroAreExplained(String sample) throws IOException {
    String text = write(sample, false);

    boolean some =
        UNDECIDED.matcher(text).results().anyMatch(it -> it.group(1).equals(it.group(2)));
    assertThat(text.contains("p, by Holm over the rows")).isEqualTo(some);
  }

  @Test
  void everySlopeOfSoakHasTolerance() throws IOException {
    assertThat(write("soak", false))
        .containsPattern("series +level +slope per hour +tolerance +95 % interval +certain\n")
        .containsPattern("working set of \\w+ +\\d+ MiB +\\+[\\d.]+ +[\\d.]+ .* after \\d+ min\n")
        .contains("A drift is certain if the whole interval lies beyond");
  }

  @Test
  void coloursComeOnlyWhenAskedFor() throws IOException {
    assertThat(write("four-way", true)).contains("\u001b[");
    assertThat(write("four-way", false)).doesNotContain("\u001b");
  }

  @Test
  void coloursChangeNoWord() throws IOException {
    String plain = write("troubled", true).replaceAll("\u001b\\[\\d+m", "");

    assertThat(plain).isEqualTo(write("troubled", false));
  }

  @Test
  void everyContainerIsUnderTheSumOfItsPart() throws IOException {
    List<String> lines = write("four-way", false).lines().toList();
    int services = lines.indexOf(first(lines, "services "));
    int proxies = lines.indexOf(first(lines, "data plane "));

    assertThat(lines.get(services - 1)).startsWith("CPU-s/1000 · MiB").contains("istio-mtls");
    assertThat(lines.get(proxies)).containsPattern("data plane +– +\\d");
    assertThat(lines.subList(services + 1, proxies)).hasSize(5);
    assertThat(sum(lines.subList(services + 1, proxies)))
        .isCloseTo(cpu(lines.get(services)), within(0.03));
    assertThat(lines.subList(proxies, lines.size())).anyMatch(it -> it.startsWith("  order-proxy"));
  }

  @Test
  void theQuantityOfMemoryThatIsComparedIsNamed() throws IOException {
    assertThat(write("four-way", false))
        .contains("memory, MiB")
        .contains("anonymous  working set")
        .contains("This archive holds no anonymous memory; the tables above and the score compare");
  }

  private static String first(List<String> lines, String start) {
    return lines.stream().filter(it -> it.startsWith(start)).findFirst().orElseThrow();
  }

  private static double sum(List<String> rows) {
    return rows.stream().mapToDouble(ConsoleFormatTest::cpu).sum();
  }

  /** CPU-seconds in the first column of numbers. */
  private static double cpu(String row) {
    return Double.parseDouble(row.replaceFirst("^ *\\S+ +(\\S+) .*", "$1"));
  }

  @Test
  void theVerdictAndTheCommandComeLast() throws IOException {
    assertThat(write("four-way", false).replaceAll("\\s+", " "))
        .contains(
            "The load generator's own floor, against a server that does nothing, at 120 req/s");
    assertThat(write("four-way", false)).startsWith("Meshgauge 0.1.0 · compare");
    assertThat(write("four-way", false)).contains("Green. All").endsWith("--rate 120\n");
  }

  @Test
  void everyProfileHasALineOfAdvice() throws IOException {
    String text = write("four-way", false);
    String advice = text.substring(text.indexOf("Advice for usage profiles"));

    assertThat(advice).contains("latency-critical", "edge", "web", "devops", "regulated");
  }

  private static String write(String sample, boolean ansi) throws IOException {
    StringBuilder text = new StringBuilder();
    new ConsoleFormat(ansi).write(SampleReports.report(sample), text);
    return text.toString();
  }
}
