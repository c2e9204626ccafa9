package io.meshgauge.policy;

import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.TokenCases;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policy files of strangers. */
class PolicyFuzzTest {
  /** What may stand anywhere in YAML, and what may not; ~ is the end of a line. */
  private static final String[] WORDS =
      "&a |*a|!!java.net.URL |kind: abac~|services:~|*|**|10.0.0.0/33|25:00|[]|{}|- |: |'|\"|---~|? |hours: {from: x}~"
          .replace('~', '\n')
          .split("\\|");

  /** What may stand where a value stands. */
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
        .run(text -> new PolicyReader("rules.yaml").read(new String(text, StandardCharsets.UTF_8)));
  }
}
