package io.meshgauge.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {
  private static final YamlReader.Format FORMAT =
      new YamlReader.Format("experiment", "keys", "the manual", 64 * 1024, 16, 16);

  @Test
  void aliasHasTheValueOfItsAnchor() {
    Problems problems = new Problems();

    Value.Mapping tree =
        new YamlReader("a.yaml", FORMAT, problems).read("one: &x {a: 1}\ntwo: *x\n").orElseThrow();

    problems.refuseIfAny();
    assertThat(tree.entries().get("two").value()).isEqualTo(tree.entries().get("one").value());
  }

  @Test
  void aliasBombIsRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]%n".formatted(i, i, i - 1, i - 1));
    }

    assertThat(refusal(bomb.toString())).contains("bomb.yaml:10:").contains("more than 16 aliases");
  }

  @Test
  void deepNestingIsRefused() {
    assertThat(refusal("a: " + "[".repeat(30_000))).contains("nested deeper than 16");
  }

  @Test
  void hugeFileIsRefused() {
    assertThat(refusal("a: " + "x".repeat(70_000))).contains("the file has 70003 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a: !!java.net.URL [x]", "a: !x y", "a: !!str 5", "!!map {a: 1}", "a: !!seq []"})
  void tagsAreRefused(String yaml) {
    assertThat(refusal(yaml)).contains("the tag ");
  }

  @Test
  void aliasToAnEnclosingAnchorIsRefused() {
    assertThat(refusal("a: &a [*a]")).contains("names nothing written before it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: [1, 2", "a: 'x", "a: b: c", "\tb: 1", "a: \u0000", "- a\nb: 1"})
  void malformedYamlIsOneProblem(String yaml) {
    assertThat(refusal(yaml)).startsWith("1 problem").contains("not YAML: ");
  }

  @Test
  void syntaxErrorNamesItsLine() {
    assertThat(refusal("a: 1\nb: [1\nc: 2\n")).contains("bomb.yaml:3:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"just words", "- a\n- b"})
  void fileWithoutKeysIsRefused(String yaml) {
    assertThat(refusal(yaml)).contains("bomb.yaml:1:1: the file holds ");
  }

  @Test
  void secondDocumentIsRefused() {
    assertThat(refusal("a: 1\n---\nb: 2\n")).contains("a second document");
  }

  @Test
  void nonScalarKeysAreRefused() {
    assertThat(refusal("{[1, 2]: 3, null: 4}"))
        .contains("a key that is the list")
        .contains("a key that is nothing");
  }

  private static String refusal(String yaml) {
    Problems problems = new Problems();
    return catchThrowableOfType(
            InvalidInputException.class,
            () -> {
              new YamlReader("bomb.yaml", FORMAT, problems).read(yaml);
              problems.refuseIfAny();
            })
        .getMessage();
  }
}
