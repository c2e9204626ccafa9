package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.record.ErrorKind;
import io.meshgauge.load.record.TimedSampleResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.ThreadListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that is laid out once per thread and timed in nanoseconds, whatever its protocol: what
 * the lean samplers have in common. Functions in the settings are evaluated when it is laid out and
 * not again.
 */
public abstract class LeanSampler extends AbstractSampler implements ThreadListener {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(LeanSampler.class);

  private transient @Nullable Shot ready;

  /** A request laid out, with the connection it goes over. */
  interface Shot {

    /** Sends it, waits for what comes, and fills that in. */
    void fire(TimedSampleResult result);
  }

  /** Reads the settings and lays the request out. */
  abstract Shot makeReady();

  /** Gives the thread's connections up. */
  abstract void disconnect();

  /**
   * Reads all settings, without sending anything.
   *
   * @throws IllegalArgumentException when one cannot be used
   */
  abstract void readSettings();

  /**
   * Reads all settings, without sending anything.
   *
   * @throws IllegalArgumentException when one cannot be used, with the name of this sampler
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
      Shot shot = ready;
      if (shot == null) {
        shot = makeReady();
        ready = shot;
      }
      result.begin();
      shot.fire(result);
    } catch (RuntimeException e) {
      // An arrival must never vanish: JMeter drops a sample whose sampler threw.
      long now = System.nanoTime();
      LOG.error("Sampler '{}' failed: {}", getName(), e.getMessage(), e);
      result.setSampleLabel(getName());
      result.sent(Arrival.current(), now);
      result.failed(ErrorKind.OTHER, now);
      result.setResponseMessage(String.valueOf(e.getMessage()));
    }
    return result;
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

  @Override
  public void threadStarted() {
    ready = null;
  }

  /**
   * Lays the request out before the first arrival, which would else be late by it. What cannot be
   * laid out yet is, and fails, with the first request.
   */
  final void layOutEarly() {
    try {
      ready = makeReady();
    } catch (RuntimeException e) {
      LOG.debug("Sampler '{}' is laid out later: {}", getName(), e.toString());
    }
  }

  @Override
  public void threadFinished() {
    ready = null;
    disconnect();
  }
}
