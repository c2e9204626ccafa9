package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Outcome;
import io.meshgauge.report.SampleReports;
import io.meshgauge.report.arm.ReportText;
import io.meshgauge.text.EnglishAfterwards;
import io.meshgauge.text.Language;
import io.meshgauge.text.Messages;
import java.io.IOException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The texts of templates and scripts in every language. */
@ExtendWith(EnglishAfterwards.class)
class PageTextsTest {
  @Test
  void theSameProcessWritesThePageInEveryLanguage() throws IOException {
    String english = page(Language.ENGLISH);
    String ukrainian = page(Language.UKRAINIAN);

    assertThat(english)
        .contains("<html lang=\"en\">", "Skip to the answer", "<dt>Noise floor</dt>")
        .doesNotContain("Перейти до відповіді", "class=\"sub\" lang=");
    assertThat(ukrainian)
        .contains("<html lang=\"uk\">", "Перейти до відповіді", "<dt>Шумовий поріг</dt>")
        .contains("<span class=\"sub\" lang=\"en\">send-lag: ")
        .doesNotContain("Skip to the answer", "Scripts draw the curves")
        .doesNotContainPattern("\\[\\[[a-z-]+\\.");
    assertThat(ukrainian).contains(HtmlFormat.resource("vendor/uPlot-1.6.32.iife.min.js"));
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void scriptsPutValuesInPlaceAsJavaDoes(Language language) {
    Messages.use(language);
    try (Context engine = engine(HtmlFormat.scriptTexts())) {
      Value text = engine.eval("js", "name => text(name, '$&', 2, 3, 4)");
      assertThat(Messages.area("script")).isNotEmpty();
      for (String name : Messages.area("script").keySet()) {
        assertThat(text.execute(name).asString())
            .isEqualTo(Messages.get("script." + name, "$&", 2, 3, 4));
      }
    }
  }

  @Test
  void aTranslationMayReorderValues() {
    try (Context engine = engine("{\"share\": \"%2$s: %1$s %%\"}")) {
      assertThat(engine.eval("js", "text('share', 5, 'envoy')").asString()).isEqualTo("envoy: 5 %");
    }
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void everyOutcomeHasAWordInTheCharts(Language language) {
    Messages.use(language);
    for (Outcome outcome : Outcome.values()) {
      assertThat(Messages.get("script.outcome-" + ReportText.key(outcome))).isNotBlank();
    }
  }

  private static Context engine(String texts) {
    Context engine = Context.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build();
    engine.getBindings("js").putMember("embedded", texts);
    engine.eval("js", "var document = { getElementById: () => ({ textContent: embedded }) };");
    engine.eval("js", HtmlFormat.resource("texts.js"));
    return engine;
  }

  private static String page(Language language) throws IOException {
    Messages.use(language);
    StringBuilder text = new StringBuilder();
    new HtmlFormat().write(SampleReports.report("troubled"), text);
    return text.toString();
  }
}
