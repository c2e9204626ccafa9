package io.meshgauge.sample.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshgauge.sample.common.event.Event;
import io.meshgauge.sample.common.event.EventSettings;
import io.meshgauge.sample.common.testing.Answer;
import io.meshgauge.sample.common.testing.RunningService;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Contract of logging on every database; subclasses supply the database. */
abstract class LoggingContract {

  static final int KEPT = 50;

  abstract RunningService service();

  private Answer post(List<Event> events) {
    return postText(JsonMapper.shared().writeValueAsString(events));
  }

  private Answer postText(String json) {
    return Answer.postJson(service().url("/events"), json);
  }

  private static List<Event> events(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Event(
                    prefix + i, 1_700_000_000_000_000L + i, "order", "placed", "o", "ann", i, ""))
        .toList();
  }

  private double stored() {
    return service()
        .metrics()
        .lines()
        .filter(line -> line.startsWith("meshgauge_events_stored_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @Test
  void aBatchIsStoredAndRead() {
    Event event = new Event("read-1", 17L, "order-2", "placed", "o-1", "änn", 42, "00-aa-bb-01");
    assertThat(post(List.of(event)).body()).isEqualTo("{\"stored\":1}");
    assertThat(service().bean(EventStore.class).newest(KEPT)).contains(event);
    assertThat(Answer.get(service().url("/events?limit=50")).body()).contains("read-1", "änn");
  }

  @Test
  void aBatchThatComesTwiceIsStoredOnce() {
    double before = stored();
    assertThat(post(events("twice-", 5)).body()).isEqualTo("{\"stored\":5}");
    assertThat(post(events("twice-", 7)).body()).isEqualTo("{\"stored\":2}");
    assertThat(stored() - before).isEqualTo(7);
  }

  @Test
  void onlyTheNewestAreKept() {
    post(events("old-", 200));
    post(events("new-", 1));
    EventStore store = service().bean(EventStore.class);
    await().untilAsserted(() -> assertThat(store.kept()).isLessThanOrEqualTo(KEPT));
    assertThat(store.newest(1).get(0).id()).isEqualTo("new-0");
  }

  @Test
  void whatIsNoBatchIsAProblem() {
    assertThat(postText("[{\"id\":\"\"}]"))
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(400),
            answer -> assertThat(answer.isProblem()).isTrue());
    assertThat(postText("{").status()).isEqualTo(400);
    assertThat(postText("[null]").status()).isEqualTo(400);
    assertThat(post(events("many-", EventSettings.MAX_BATCH + 1)))
        .satisfies(
            answer -> assertThat(answer.status()).isEqualTo(413),
            answer -> assertThat(answer.isProblem()).isTrue());
    assertThat(Answer.get(service().url("/events?limit=x")).isProblem()).isTrue();
    assertThat(Answer.get(service().url("/events?limit=-1")).isProblem()).isTrue();
  }

  @Test
  void anEmptyBatchIsFine() {
    assertThat(postText("[]").body()).isEqualTo("{\"stored\":0}");
  }

  @Test
  void isReadyOnceTheDatabaseAnswered() {
    String readiness = service().url("/actuator/health/readiness");
    await().untilAsserted(() -> assertThat(Answer.get(readiness).status()).isEqualTo(200));
  }

  final String product() {
    return service()
        .bean(JdbcTemplate.class)
        .execute(
            (java.sql.Connection connection) -> connection.getMetaData().getDatabaseProductName());
  }
}
