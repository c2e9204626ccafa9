package io.meshgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Metric names agree between program, dashboard and documentation. */
class LiveNamesTest {
  private static final Pattern OURS = Pattern.compile("\\bmeshgauge_[a-z0-9_]+");
  private static final Pattern ANY =
      Pattern.compile("\\b(?:meshgauge|jvm|process|system)_[a-z0-9_]+");
  private static final Pattern EXPORTED = Pattern.compile("(?m)^([a-z0-9_]+)[{ ]");

  @TempDir Path folder;
  private Set<String> exported;

  @BeforeEach
  void export() {
    LiveState state = new LiveState((of, trial) -> trial.variant().name());
    try (LiveMetrics metrics = new LiveMetrics(state)) {
      LiveListener listener = new LiveListener(state, metrics, new SseClients());
      new SampleRun("names").play(listener, folder, 2);
      exported = found(EXPORTED, metrics.text(), 1);
    }
  }

  @Test
  void dashboardNamesAreExported() throws IOException {
    String dashboard = Files.readString(Path.of("../k8s/soak/grafana-dashboard.json"));
    StringBuilder questions = new StringBuilder();
    JsonNode panels = JsonMapper.builder().build().readTree(dashboard).get("panels");
    panels.forEach(
        panel ->
            panel
                .get("targets")
                .forEach(it -> questions.append(it.get("expr").asString()).append('\n')));

    Set<String> asked = found(ANY, questions.toString(), 0);

    assertThat(asked).hasSizeGreaterThan(15);
    assertThat(exported).containsAll(asked);
  }

  @Test
  void documentedNamesAreTheExportedOnes() throws IOException {
    String docs = Files.readString(Path.of("../docs/live.md"));

    assertThat(found(OURS, docs, 0)).isEqualTo(found(OURS, String.join("\n", exported), 0));
  }

  private static Set<String> found(Pattern pattern, String text, int group) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(group));
    }
    return names;
  }
}
