package io.meshgauge.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SoakSettingsTest {
  @Test
  void actionRunsAsOftenAsRequestedAndNeverInTheFirstWindow() {
    assertThat(windows(Map.of("kill-service", "PT5M"), SoakAct.KILL_SERVICE))
        .containsExactly(4, 9, 14, 19, 24, 29);
    assertThat(windows(Map.of("kill-service", "PT1M"), SoakAct.KILL_SERVICE))
        .startsWith(1, 2, 3)
        .hasSize(29);
    assertThat(windows(Map.of(), SoakAct.KILL_SERVICE)).isEmpty();
  }

  @Test
  void actionsInTheSameWindowFollowEachOther() {
    Map<String, String> both = Map.of("kill-service", "PT10M", "kill-proxy", "PT10M");

    assertThat(windows(both, SoakAct.KILL_SERVICE)).containsExactly(9, 19, 29);
    assertThat(windows(both, SoakAct.KILL_PROXY)).containsExactly(10, 20);
  }

  @Test
  void relevantGrowthIsSpreadOverTheWholeSoak() {
    assertThat(settings(Map.of("drift", "0.05")).driftPerHour()).isEqualTo(0.1);
  }

  private static List<Integer> windows(Map<String, String> properties, SoakAct act) {
    SoakSettings settings = settings(properties);
    return IntStream.range(0, settings.windows())
        .filter(index -> settings.act(index).filter(it -> it == act).isPresent())
        .boxed()
        .toList();
  }

  private static SoakSettings settings(Map<String, String> properties) {
    return SoakSettings.of(new Plan(Plan.SOAK, Duration.ofMinutes(30), new TreeMap<>(properties)));
  }
}
