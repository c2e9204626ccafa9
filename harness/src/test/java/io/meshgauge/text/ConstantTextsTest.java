package io.meshgauge.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.attribution.Component;
import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.SoakEvent;
import io.meshgauge.measure.Metric;
import io.meshgauge.measure.use.Part;
import io.meshgauge.predict.Factor;
import io.meshgauge.predict.Target;
import io.meshgauge.predict.Term;
import io.meshgauge.soak.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Texts whose keys are made of constants, which {@link MessagesTest} cannot find in code. */
@ExtendWith(EnglishAfterwards.class)
class ConstantTextsTest {
  @Test
  void everyConstantHasATextInEveryLanguage() {
    Map<String, String> english = texts(Language.ENGLISH);
    Map<String, String> ukrainian = texts(Language.UKRAINIAN);

    assertThat(ukrainian.keySet()).isEqualTo(english.keySet());
    ukrainian.forEach(
        (constant, text) -> {
          boolean percentile = text.matches("p\\d+");
          assertThat(text.matches(".*\\p{IsCyrillic}.*"))
              .as(constant + ": " + text)
              .isNotEqualTo(percentile);
          assertThat(english.get(constant)).as(constant).matches("[\\p{ASCII}→]+");
        });
  }

  private static Map<String, String> texts(Language language) {
    Messages.use(language);
    Map<String, String> texts = new LinkedHashMap<>();
    put(texts, "title", Metric.values(), Metric::title);
    put(texts, "brief", Metric.values(), Metric::brief);
    put(texts, "title", Part.values(), Part::title);
    put(texts, "act", SoakAct.values(), SoakAct::describe);
    put(texts, "done", SoakAct.values(), SoakAct::done);
    put(texts, "event", SoakEvent.Kind.values(), SoakEvent.Kind::title);
    put(texts, "kind", Component.Kind.values(), Component.Kind::title);
    put(
        texts,
        "label",
        Stream.of(Component.Kind.values())
            .filter(it -> !new Component(it, "order").label().equals("order"))
            .toArray(Component.Kind[]::new),
        it -> new Component(it, "order").label());
    put(texts, "factor", Factor.values(), Factor::words);
    put(texts, "target", Target.values(), Target::words);
    put(texts, "term", Term.values(), Term::words);
    put(texts, "quantity", Quantity.values(), Quantity::title);
    return texts;
  }

  private static <T extends Enum<T>> void put(
      Map<String, String> texts, String kind, T[] constants, Function<T, String> text) {
    for (T constant : constants) {
      texts.put(
          constant.getDeclaringClass().getName() + "." + constant + " " + kind,
          text.apply(constant));
    }
  }
}
