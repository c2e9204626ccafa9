package io.meshgauge.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusTextTest {

  @Test
  void samplesAreReadWithLabelsEscapesAndOddNumbers() {
    List<Sample> samples =
        PrometheusText.parse(
            """
            # HELP up whether it is {up}
            # TYPE up gauge
            up 1
            jvm:total{} 1.5e3
            spaced { a = "1" , b="two, {three}" , } -.5 1700000000000
            escaped{path="C:\\\\x\\n\\"y\\""} +Inf
            nothing NaN
            h_bucket{le="+Inf"} 7 # {trace_id="x"} 0.5
            """);

    assertThat(samples).extracting(Sample::name).startsWith("up", "jvm:total").hasSize(6);
    assertThat(samples.get(1).value()).isEqualTo(1500);
    assertThat(samples.get(2).label("b")).isEqualTo("two, {three}");
    assertThat(samples.get(2).value()).isEqualTo(-0.5);
    assertThat(samples.get(3).label("path")).isEqualTo("C:\\x\n\"y\"");
    assertThat(samples.get(3).value()).isInfinite();
    assertThat(samples.get(4).value()).isNaN();
    assertThat(samples.get(5).label("le")).isEqualTo("+Inf");
  }

  @Test
  void anEmptyPageAndForeignLineEndsAreFine() {
    assertThat(PrometheusText.parse("")).isEmpty();
    assertThat(PrometheusText.parse("a 1\r\nb 2\r\n")).hasSize(2);
  }

  @Test
  void aSampleSaysWhenItWasTakenIfThePageDoes() {
    assertThat(
            PrometheusText.parse(
                """
                a 2.5 1795282679541
                b{c="d"} 1 -5 # {trace="x"} 1
                e 1 # {trace="x"} 1
                f 1
                """))
        .extracting(Sample::epochMillis)
        .containsExactly(
            OptionalLong.of(1_795_282_679_541L),
            OptionalLong.of(-5),
            OptionalLong.empty(),
            OptionalLong.empty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>",
        "name",
        "name{",
        "name{a=\"1\"",
        "name{a=1} 2",
        "name{a=\"1\" b=\"2\"} 3",
        "name{a=\"1\",a=\"2\"} 3",
        "name{a=\"\\t\"} 3",
        "name{a=\"open} 3",
        "name one",
        "name 0x10",
        "name 1 2 3",
        "name 1 2.3.4",
        "name 1 .",
        "1name 2",
        "name{} "
      })
  void aLineThatIsNoSampleIsNamed(String line) {
    assertThatThrownBy(() -> PrometheusText.parse("ok 1\n" + line + "\n"))
        .isInstanceOf(ProbeException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining(line.strip());
  }
}
