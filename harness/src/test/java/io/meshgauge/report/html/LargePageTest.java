package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.report.LargeSession;
import io.meshgauge.report.Report;
import io.meshgauge.report.SampleRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page of a session with very many runs. */
@Tag("long")
class LargePageTest {
  private static final int BLOCKS = 1000;
  private static final int RUNS = 5 * BLOCKS;
  private static final int SECONDS = 5;
  private static final int LIMIT = 5_000_000;

  @Test
  void thePageOfFiveThousandRunsIsSmallerThanFiveMegabytesAndHasThemAll() throws IOException {
    StringBuilder text = new StringBuilder();
    new HtmlFormat().write(Report.of(LargeSession.of(BLOCKS, SECONDS), SampleRules.rules()), text);
    String page = text.toString();

    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LIMIT);
    assertThat(count(page, "-steady-r\\d+</code>")).isEqualTo(RUNS);
    assertThat(count(page, "<summary>Runs \\d+ to \\d+: "))
        .as("tables that a browser lays out when they are opened")
        .isEqualTo(RUNS / RecordView.ROWS);
  }

  private static long count(String page, String pattern) {
    return Pattern.compile(pattern).matcher(page).results().count();
  }
}
