package io.meshgauge.config.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.yaml.InvalidInputException;
import io.meshgauge.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans that include others. */
class IncludesTest {
  @TempDir Path folder;

  @BeforeEach
  void plan() throws IOException {
    write("plan.jmx", SamplePlan.group("g", 2, include("part.jmx")));
  }

  @Test
  void fragmentTakesThePlaceOfTheController() throws IOException {
    write("part.jmx", fragment(SamplePlan.get("browse", "/items", "") + include("more/deep.jmx")));
    write("more/deep.jmx", fragment(SamplePlan.get("pay", "/pay", "")));

    JmxDocument plan = JmxDocument.read(folder.resolve("plan.jmx"));
    JmxCheck.Summary summary = check(plan, new Problems());

    assertThat(summary.labels().keySet()).containsExactly("browse", "pay");
    assertThat(summary.data()).containsExactly("part.jmx", "more/deep.jmx");
    assertThat(JmxConverter.convert(plan).text())
        .contains("/pay")
        .doesNotContain("IncludeController");
  }

  @Test
  void addressesInsideAreCheckedAndNamedWithTheirFile() throws IOException {
    write(
        "part.jmx",
        fragment(
            SamplePlan.get("browse", "/items", "")
                .replace("${__P(host)}", "shop.example.com")
                .repeat(3)));
    Problems problems = new Problems();

    check(JmxDocument.read(folder.resolve("plan.jmx")), problems);

    assertThatThrownBy(problems::refuseIfAny)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("part.jmx:")
        .hasMessageContaining("would send to shop.example.com")
        .hasMessageContaining("the same is true of 2 more, in lines")
        .satisfies(
            it -> assertThat(it.getMessage().split("would send to", -1)).as("once").hasSize(2));
  }

  @Test
  void whatCannotBeIncludedIsNamedWithItsLine() throws IOException {
    assertThatThrownBy(() -> JmxDocument.read(folder.resolve("plan.jmx")))
        .isInstanceOf(JmxException.class)
        .hasMessageContaining("plan.jmx:7: the Include Controller \"inc\" includes \"part.jmx\"")
        .hasMessageContaining("does not exist");

    write("part.jmx", SamplePlan.get("browse", "/items", ""));
    assertThatThrownBy(() -> JmxDocument.read(folder.resolve("plan.jmx")))
        .hasMessageContaining("has no Test Fragment");

    write("part.jmx", fragment(include("part.jmx")));
    assertThatThrownBy(() -> JmxDocument.read(folder.resolve("plan.jmx")))
        .hasMessageContaining("includes itself");

    write("plan.jmx", SamplePlan.group("g", 2, include("")));
    assertThatThrownBy(() -> JmxDocument.read(folder.resolve("plan.jmx")))
        .hasMessageContaining("its path is empty");
  }

  private JmxCheck.Summary check(JmxDocument plan, Problems problems) {
    return new JmxCheck(plan, folder, Optional.empty(), Optional.empty(), Map.of(), problems)
        .check();
  }

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, SamplePlan.of(content).text());
  }

  private static String include(String path) {
    return """
    <IncludeController testclass="IncludeController" testname="inc">
    <stringProp name="IncludeController.includepath">%s</stringProp></IncludeController><hashTree/>
    """
        .formatted(path);
  }

  private static String fragment(String content) {
    return """
    <TestFragmentController testclass="TestFragmentController" testname="part"/>
    <hashTree>%s</hashTree>
    """
        .formatted(content);
  }
}
