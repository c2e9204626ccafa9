package io.meshgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Environment;
import io.meshgauge.text.NoBreak;
import io.meshgauge.trend.AcceptedSessions;
import io.meshgauge.trend.SessionFigures;
import io.meshgauge.trend.SessionTrend;
import io.meshgauge.trend.SimulatedSessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TrendPageTest {
  private static final SimulatedSessions KIND = new SimulatedSessions(5, 0.03, 0.01);
  private static final String BAND = "<rect class=\"floor\"";

  private static List<SessionFigures> sessions(int count, IntToDoubleFunction worse) {
    Random random = new Random(11);
    return IntStream.range(0, count)
        .mapToObj(i -> KIND.session(i, worse.applyAsDouble(i), random))
        .toList();
  }

  private static String page(List<SessionFigures> sessions) {
    return TrendPage.of(SessionTrend.of(sessions), Optional.empty(), Map.of());
  }

  @Test
  void thePageNeedsNoOtherFileAndRunsNoScript() {
    assertThat(page(sessions(4, i -> 0)))
        .contains("content=\"default-src 'none'; script-src 'none'; style-src 'unsafe-inline'")
        .doesNotContain("<script", "@import", "url(", "http:", "https:")
        .doesNotContainPattern("<(img|iframe)[^>]* src=")
        .doesNotContainPattern("<link[^>]* href=\"(?!data:)")
        .doesNotContainPattern("<[a-z][^>]* on[a-z]+=\"");
  }

  @Test
  void everyVariantAndMetricHasItsChartsAndATableWithEverySession() {
    String page = page(sessions(4, i -> 0));

    int arms = 3;
    int metrics = 3;
    assertThat(all(page, "<table>")).hasSize(arms * metrics);
    assertThat(all(page, "<svg ")).as("ratios of one arm too").hasSize(arms * metrics + metrics);
    assertThat(all(page, "<circle ")).hasSize(4 * (arms * metrics + metrics));
    assertThat(all(page, "session-2<span")).hasSize(arms * metrics);
    assertThat(page).contains("istio-mtls (model) under plan steady", "× baseline</th>");
    assertThat(page)
        .containsPattern("<td class=\"n\">2\\.\\d{3} \\[2\\.\\d{3} to 2\\.\\d{3}\\]</td>");
    assertThat(all(page, "href=\"#([^\"]*)\""))
        .allSatisfy(it -> assertThat(page).contains("id=\"" + it.group(1) + "\""));
    assertThat(all(page, "<caption>")).hasSameSizeAs(all(page, "<table>"));
  }

  @Test
  void aChangePointIsMarkedInTheChartAndSaidInWords() {
    String changed = page(sessions(24, i -> i < 12 ? 0 : 0.25));
    String steady = page(sessions(24, i -> 0));

    assertThat(changed)
        .containsPattern(">step \\+2\\d %</text>")
        .contains("stroke-dasharray", "<span class=\"mark bad\">changed</span>", "(session-12)");
    assertThat(steady).doesNotContain("stroke-dasharray", "mark bad").contains("no step");
  }

  @Test
  void acceptedSessionsAreABandOfTheRatiosOnly() {
    List<SessionFigures> sessions = sessions(6, i -> 0);
    AcceptedSessions accepted = new AcceptedSessions("main", sessions.subList(0, 4));
    String page = TrendPage.of(SessionTrend.of(sessions), Optional.of(accepted), Map.of());

    assertThat(all(page, BAND)).as("three metrics of the mesh").hasSize(3);
    assertThat(NoBreak.undone(page))
        .contains("Grey band: where 95 % of sessions equal to the 4 accepted sessions");

    AcceptedSessions few = new AcceptedSessions("main", sessions.subList(0, 2));
    assertThat(TrendPage.of(SessionTrend.of(sessions), Optional.of(few), Map.of()))
        .contains("No band of the 2 accepted sessions (accepted/main): how much equal")
        .doesNotContain(BAND);
    assertThat(page(sessions)).doesNotContain(BAND, "accepted");
  }

  @Tag("rule-23")
  @Test
  void anotherEnvironmentIsASeriesOfItsOwnWithTheFactsThatDiffer() {
    List<SessionFigures> all = new ArrayList<>(sessions(5, i -> 0));
    SessionFigures last = all.get(4);
    all.set(
        4,
        new SessionFigures(
            last.session(),
            last.started(),
            last.archive(),
            new Environment(new TreeMap<>(Map.of("cpu.cores", "<8>"))),
            last.load(),
            last.arms()));
    AcceptedSessions accepted = new AcceptedSessions("main", all.subList(0, 4));
    String page = TrendPage.of(SessionTrend.of(all), Optional.of(accepted), Map.of());

    assertThat(page)
        .contains("Environment and load 2 of 2: 1 session", "cpu.cores: 2 against &lt;8&gt;")
        .contains("No band of the 4 accepted sessions (accepted/main): they differ from these in")
        .doesNotContain("<8>");
    assertThat(all(page, BAND)).as("in the first group").hasSize(3);
  }

  @Test
  void sessionsLeadToTheirReports() {
    List<SessionFigures> sessions = sessions(2, i -> 0);
    String page =
        TrendPage.of(
            SessionTrend.of(sessions),
            Optional.empty(),
            Map.of("session-1", "../runs/session-1/index.html"));

    assertThat(all(page, "<a href=\"../runs/session-1/index.html\">session-1</a>")).hasSize(9);
    assertThat(page).doesNotContain(">session-0</a>");
  }

  @Test
  void aSingleSessionOfOneBlockHasDotsWithoutIntervals() {
    SessionFigures one = new SimulatedSessions(1, 0.03, 0.01).session(0, 0, new Random(3));

    assertThat(page(List.of(one)))
        .contains("<circle ", "too few sessions for a drift (8)")
        .doesNotContain("NaN", "Infinity");
  }

  private static List<MatchResult> all(String page, String pattern) {
    return Pattern.compile(pattern).matcher(page).results().toList();
  }
}
