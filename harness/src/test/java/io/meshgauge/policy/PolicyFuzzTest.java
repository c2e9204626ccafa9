package io.meshgauge.policy;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.TokenCases;
import io.meshgauge.topology.SampleServices;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hostile policy files. */
@Tag("fuzz")
class PolicyFuzzTest {
  /** Text that may or may not be valid anywhere in YAML; ~ is a line end. */
  private static final String[] WORDS =
      "&a |*a|!!java.net.URL |kind: abac~|services:~|*|**|10.0.0.0/33|25:00|[]|{}|- |: |'|\"|---~|? |hours: {from: x}~"
          .replace('~', '\n')
          .split("\\|");

  /** Text in place of values. */
  private static final String[] VALUES =
      "* ** a*b ~ [] {} [[x]] 10.0.0.0/33 25:00 load order GET get /x* '' rbac abac !!str &a *a roles"
          .split(" ");

  @Test
  void policies() throws IOException {
    Path shipped = Path.of("..", "k8s", "policy");
    String abac = Files.readString(shipped.resolve("abac.yaml"));
    String rbac = Files.readString(shipped.resolve("rbac.yaml"));

    Fuzz.of("policy YAML", abac, rbac)
        .words(WORDS)
        .structured(2, new TokenCases(List.of(abac, rbac), VALUES))
        .refuses(InvalidInputException.class, "rules.yaml")
        .run(
            text ->
                new PolicyReader("rules.yaml", SampleServices.ALL.services())
                    .read(new String(text, StandardCharsets.UTF_8)));
  }
}
