package io.meshgauge.config.jmx;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.yaml.Problems;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged and hostile JMeter plans. */
@Tag("fuzz")
class JmxFuzzTest {
  @TempDir Path folder;

  @Test
  void plansAreReadOrRefusedWithTheFile() {
    Fuzz.of(
            "JMeter plan",
            SamplePlan.of(
                    SamplePlan.group("users", 2, SamplePlan.get("a", "/a", SamplePlan.timer("t"))))
                .text(),
            SamplePlan.of(
                    "<!-- c -->"
                        + SamplePlan.group("a", 1, SamplePlan.get("x", "http://x:1/y", ""))
                        + SamplePlan.group("b", 3, SamplePlan.get("x", "/${v}", "")))
                .text())
        .words(
            "<!DOCTYPE x [<!ENTITY e \"v\">]>",
            "&e;",
            "<hashTree>",
            "</hashTree>",
            "<ThreadGroup/>",
            "${__P(host)}",
            "${",
            "testclass=\"\"",
            "enabled=\"false\"",
            "&#0;",
            "<![CDATA[")
        .refuses(JmxException.class, "plan.jmx")
        .run(this::examine);
  }

  private void examine(byte[] text) {
    JmxDocument plan = JmxDocument.parse("plan.jmx", text);
    new JmxCheck(plan, folder, Optional.empty(), Optional.of("x"), Map.of(), new Problems())
        .check();
    JmxConverter.Converted converted = JmxConverter.convert(plan);
    JmxDocument.parse("plan.jmx", converted.text().getBytes(StandardCharsets.UTF_8));
  }
}
