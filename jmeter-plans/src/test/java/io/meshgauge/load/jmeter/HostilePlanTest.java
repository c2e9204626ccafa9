package io.meshgauge.load.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jmeter.testelement.TestElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plans that ask their reader for other files, or for more memory than there is. (A plan is a
 * program all the same, to be trusted as one.)
 */
@Timeout(60)
class HostilePlanTest {
  private static final String PLAN =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      %s
      <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
        <hashTree>
          <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="%s"/>
          <hashTree/>
        </hashTree>
      </jmeterTestPlan>
      """;

  @TempDir Path folder;

  @Test
  void anotherFileIsNotReadIntoAPlan() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "the-secret-itself");
    String type = "<!DOCTYPE x [<!ENTITY e SYSTEM \"%s\">]>".formatted(secret.toUri());

    assertThat(read(PLAN.formatted(type, "&e;"))).doesNotContain("the-secret-itself");
  }

  @Test
  void aBombOfEntitiesDoesNotGrow() throws IOException {
    StringBuilder type = new StringBuilder("<!DOCTYPE x [<!ENTITY a0 \"bangbangbang\">");
    for (int i = 1; i < 12; i++) {
      type.append("<!ENTITY a%d \"%s\">".formatted(i, "&a%d;".formatted(i - 1).repeat(10)));
    }

    assertThat(read(PLAN.formatted(type.append("]>"), "&a11;"))).hasSizeLessThan(10_000);
  }

  @Test
  void aPlanIsNoWayToMakeObjectsOfOtherClasses() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.jmx"),
            """
            <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
              <java.lang.ProcessBuilder><command><string>true</string></command></java.lang.ProcessBuilder>
            </hashTree></jmeterTestPlan>
            """);

    assertThatThrownBy(() -> InProcessJMeter.runtime().load(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("x.jmx cannot be read");
  }

  /** The content of the plan, or why it was refused. */
  private String read(String plan) throws IOException {
    Path file = Files.writeString(folder.resolve("x.jmx"), plan);
    try {
      StringBuilder names = new StringBuilder();
      InProcessJMeter.runtime()
          .load(file)
          .list()
          .forEach(it -> names.append(((TestElement) it).getName()));
      return names.toString();
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
