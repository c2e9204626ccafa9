package io.meshgauge.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeardownTest {
  private final List<String> done = new ArrayList<>();
  private final Teardown teardown = new Teardown();

  @Test
  void stepsRunInReverseOrderPastFailuresWhichAreReportedOnce() {
    teardown.add("stop a", () -> done.add("a"));
    teardown.add(
        "stop b",
        () -> {
          throw new IOException("b is stuck");
        });
    teardown.add("stop c", () -> done.add("c"));

    assertThatThrownBy(teardown::close)
        .isInstanceOf(PlatformException.class)
        .hasMessage("teardown failed in part: stop b: b is stuck")
        .hasSuppressedException(new IOException("b is stuck"));
    assertThat(done).containsExactly("c", "a");
  }

  @Test
  void closingAgainDoesNothing() {
    teardown.add("stop a", () -> done.add("a"));
    teardown.close();

    assertThatCode(teardown::close).doesNotThrowAnyException();
    assertThat(done).containsExactly("a");
  }
}
