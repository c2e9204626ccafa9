package io.meshgauge.sample.common.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProblemTest {

  @Test
  void staysValidJsonWhateverItSays() {
    JsonNode json =
        JsonMapper.shared().readTree(new Problem(413, "Too \"large\"", "a\\b\nç\u0001").json());

    assertThat(json.get("status").asInt()).isEqualTo(413);
    assertThat(json.get("title").asString()).isEqualTo("Too \"large\"");
    assertThat(json.get("detail").asString()).isEqualTo("a\\b\nç\u0001");
  }

  @Test
  void cannotBeASuccess() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Problem(200, "OK", ""));
  }
}
