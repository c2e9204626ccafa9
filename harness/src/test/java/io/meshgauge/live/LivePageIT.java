package io.meshgauge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshgauge.browser.Browser;
import io.meshgauge.run.session.Progress;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live page in a browser, while a soak reports to it. */
@Timeout(300)
class LivePageIT {
  @TempDir Path folder;

  @Test
  void thePageUpdatesItselfAndHasNoAccessibilityProblem() throws IOException {
    SampleRun run = new SampleRun("night");
    try (Browser browser = Browser.start(folder);
        LiveView view =
            LiveView.open(
                new InetSocketAddress("127.0.0.1", 0), (of, trial) -> trial.variant().name())) {
      browser.open(view.address());
      assertThat(browser.text("#board")).contains("about to start");

      run.play(view.after(silent()), folder, 3);

      await().until(() -> browser.text("#board").contains("3 of 10 windows"));
      assertThat(browser.text("#state")).isEqualTo("up to date");
      assertThat(browser.accessibilityProblems()).as("light").isEmpty();
      browser.media("", Map.of("prefers-color-scheme", "dark"));
      assertThat(browser.accessibilityProblems()).as("dark").isEmpty();
      browser.desktop();
      browser.phone();
      browser.awaitStops();
      assertThat(browser.accessibilityProblems()).as("phone").isEmpty();
      assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);

      List<String> requests = browser.requests();
      assertThat(requests)
          .isNotEmpty()
          .allSatisfy(it -> assertThat(it).startsWith(view.address().toString()));
      assertThat(browser.console()).isEmpty();
    }
  }

  private static Progress silent() {
    return (Progress)
        Proxy.newProxyInstance(
            Progress.class.getClassLoader(),
            new Class<?>[] {Progress.class},
            (proxy, method, values) -> null);
  }
}
