package io.meshgauge.product;

import static io.meshgauge.product.ManifestTemplate.whole;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no value changes the structure of an object. */
class ManifestTemplateTest {
  private static final ManifestTemplate TEMPLATE =
      new ManifestTemplate(ManifestTemplateTest.class, "values.yaml.mustache");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "a\"b'c\\d",
        "x: y # z",
        "- {a: [b",
        "end\n---\nkind: Secret",
        "{{name}}",
        "yes",
        "0x1F",
        "null",
        "*alias",
        "&anchor !!tag %d",
        " \t ",
        "ü\u0085\u2028\ufeff中\ud83d\ude00\u0000\u001b\u007f",
      })
  void aTextIsReadAsItWas(String text) throws IOException {
    assertThat(read(text, List.of(text, text), Optional.of(text)))
        .isEqualTo(Map.of("name", text, "values", List.of(text, text), "some", text));
  }

  @Test
  void numbersAndListsKeepTheirTypes() throws IOException {
    assertThat(read(7, List.of(1, true), whole(List.of(2))))
        .isEqualTo(Map.of("name", 7, "values", List.of(1, true), "some", List.of(2)));
  }

  @Test
  void emptySectionsAreOmitted() throws IOException {
    assertThat(read("", List.of(), whole(List.of())))
        .isEqualTo(Map.of("name", "", "values", List.of()));
  }

  private static Object read(Object name, List<?> values, Optional<?> some) throws IOException {
    Map<String, Object> service = Map.of("name", name, "values", values, "some", some, "unset", "");
    List<String> objects =
        TEMPLATE.objects(Map.of("services", List.of(service, service)), Map.of());

    assertThat(objects).hasSize(2).allMatch(objects.get(0)::equals);
    return new YAMLMapper().readValue(objects.get(0), Object.class);
  }
}
