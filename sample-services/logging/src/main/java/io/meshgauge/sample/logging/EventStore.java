package io.meshgauge.sample.logging;

import io.meshgauge.sample.common.event.Event;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table of events: inserts are idempotent, and a periodic sweep keeps the newest events.
 *
 * <p>Counts {@code meshgauge.events.stored}. One SQL for PostgreSQL and for H2 in its PostgreSQL
 * mode.
 */
final class EventStore implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EventStore.class);

  private static final String INSERT =
      """
      insert into event (id, epoch_micros, source, kind, order_id, subject, amount_cents, trace)
      values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing
      """;

  private final JdbcTemplate jdbc;
  private final int keep;
  private final Counter stored;
  private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor();

  EventStore(JdbcTemplate jdbc, Retention retention, MeterRegistry registry) {
    this.jdbc = jdbc;
    this.keep = retention.events();
    this.stored = registry.counter("meshgauge.events.stored");
    long pause = retention.every().toMillis();
    var unused = sweeper.scheduleWithFixedDelay(this::sweep, pause, pause, TimeUnit.MILLISECONDS);
  }

  /**
   * Stores a batch.
   *
   * @return number of new events
   */
  int store(List<Event> batch) {
    int[][] changed =
        jdbc.batchUpdate(
            INSERT,
            batch,
            Math.max(1, batch.size()),
            (statement, event) -> {
              statement.setString(1, event.id());
              statement.setLong(2, event.epochMicros());
              statement.setString(3, event.source());
              statement.setString(4, event.kind());
              statement.setString(5, event.orderId());
              statement.setString(6, event.subject());
              statement.setLong(7, event.amountCents());
              statement.setString(8, event.trace());
            });
    int added = 0;
    for (int[] part : changed) {
      for (int rows : part) {
        added += rows == Statement.SUCCESS_NO_INFO ? 1 : rows;
      }
    }
    stored.increment(added);
    return added;
  }

  /** Number of stored events. */
  long kept() {
    Long count = jdbc.queryForObject("select count(*) from event", Long.class);
    return count == null ? 0 : count;
  }

  /** The newest events, newest first. */
  List<Event> newest(int limit) {
    return jdbc.query(
        """
        select id, epoch_micros, source, kind, order_id, subject, amount_cents, trace
        from event order by seq desc limit ?
        """,
        (row, number) ->
            new Event(
                row.getString(1),
                row.getLong(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getLong(7),
                row.getString(8)),
        limit);
  }

  /** Removes all but the newest events. */
  void sweep() {
    try {
      jdbc.update("delete from event where seq <= (select max(seq) from event) - ?", keep);
    } catch (DataAccessException e) {
      LOG.warn("old events stay for now: {}", e.getMessage());
    }
  }

  /** Whether the database answers. */
  boolean answers() {
    try {
      jdbc.queryForObject("select 1", Integer.class);
      return true;
    } catch (DataAccessException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    sweeper.shutdownNow();
  }
}
