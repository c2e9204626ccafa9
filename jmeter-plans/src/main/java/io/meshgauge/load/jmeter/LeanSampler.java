package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.http.HttpTarget;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.record.TimedSampleResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Base of the lean samplers: a request that is encoded once per thread and timed in nanoseconds.
 * Functions in the settings are evaluated only when it is encoded.
 */
public abstract class LeanSampler extends AbstractSampler implements ThreadListener {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LeanSampler.class);

  /** By entry, since each has addresses of its own. */
  private transient @Nullable Map<EntryKey, Shot> ready;

  /** Read once per thread: a request waits for no property. */
  private transient int replicas = 1;

  private transient int replica;

  /** The arm whose window it is, if arms take turns, and the replica of the entry. */
  private record EntryKey(OptionalInt arm, int replica) {}

  /** An encoded request with its connection. */
  interface Shot {

    /** Sends it, waits for the response, and stores the result. */
    void fire(TimedSampleResult result);
  }

  /** Reads the settings and encodes the request. */
  abstract Shot makeReady();

  /** Closes the thread's connections. */
  abstract void disconnect();

  /**
   * Reads all settings, without sending anything.
   *
   * @throws IllegalArgumentException if one is invalid
   */
  abstract void readSettings();

  /**
   * Reads all settings, without sending anything.
   *
   * @throws IllegalArgumentException if one is invalid, with the name of this sampler
   */
  final void checkSettings() {
    try {
      readSettings();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Sampler '" + getName() + "': " + e.getMessage(), e);
    }
  }

  @Override
  public SampleResult sample(@Nullable Entry unused) {
    TimedSampleResult result = new TimedSampleResult();
    try {
      replica = ArmEntry.nextOf(replicas);
      Shot shot = shots().computeIfAbsent(new EntryKey(Stage.arm(), replica), entry -> makeReady());
      result.begin();
      shot.fire(result);
    } catch (RuntimeException e) {
      // No arrival may be lost: JMeter drops a sample whose sampler threw an exception.
      long now = System.nanoTime();
      LOG.error("Sampler '{}' failed: {}", getName(), e.getMessage(), e);
      result.setSampleLabel(getName());
      result.sent(Arrival.current(), now);
      result.failed(ErrorKind.OTHER, now);
      result.setResponseMessage(String.valueOf(e.getMessage()));
    }
    return result;
  }

  /** The address of the current entry in place of one of the plan. */
  final HttpTarget entry(HttpTarget planned) {
    return ArmEntry.of(planned, replica);
  }

  static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** A time limit of 1 ms or more. */
  int limit(Field field, String name) {
    int millis = field.whole(this);
    if (millis < 1) {
      throw new IllegalArgumentException(
          "The " + name + " is 1 ms or more, not " + millis + " ms.");
    }
    return millis;
  }

  /** Lines of the form {@code Name: value}, in their order. */
  static Map<String, String> nameValueLines(String what, String lines) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : lines.split("\\R", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        values.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      } else if (!line.isBlank()) {
        throw new IllegalArgumentException(
            what + " '" + line + "' is not of the form Name: value.");
      }
    }
    return values;
  }

  private Map<EntryKey, Shot> shots() {
    if (ready == null) {
      ready = new HashMap<>();
    }
    return ready;
  }

  @Override
  public void threadStarted() {
    replicas = ArmEntry.replicas();
    ready = null;
  }

  /**
   * Encodes the request before the first arrival, which would otherwise be late. A request that
   * cannot be encoded yet is encoded, and may fail, at the first arrival.
   */
  final void encodeEarly() {
    try {
      shots().put(new EntryKey(Stage.arm(), replica), makeReady());
    } catch (RuntimeException e) {
      LOG.debug("Sampler '{}' is encoded later: {}", getName(), e.toString());
    }
  }

  @Override
  public void threadFinished() {
    ready = null;
    disconnect();
  }
}
