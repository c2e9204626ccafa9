package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.course.Course;
import io.meshgauge.load.course.Mismatch;
import io.meshgauge.load.course.RunController;
import io.meshgauge.load.course.Stage;
import io.meshgauge.load.course.Window;
import io.meshgauge.load.record.JtlFile;
import io.meshgauge.load.record.Mismatches;
import io.meshgauge.load.record.OutcomesFile;
import io.meshgauge.load.record.Recording;
import io.meshgauge.load.record.Rehearsal;
import io.meshgauge.load.record.RunFiles;
import io.meshgauge.load.record.SampleKind;
import io.meshgauge.load.record.TimedSampleResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.threads.JMeterContextService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that writes HdrHistogram logs per label per second and a summary (see {@link
 * RunFiles}). Excludes the warm-up. Samples of other samplers have JMeter's resolution of one
 * millisecond.
 */
public class HistogramRecorder extends AbstractTestElement
    implements SampleListener, TestStateListener, NoThreadClone {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(HistogramRecorder.class);

  /** The folder to write to. */
  public static final Field DIRECTORY =
      new Field("HistogramRecorder.directory", "Folder (empty: write nothing)", "");

  /** Name of the plan in the summary. */
  public static final Field PLAN = new Field("HistogramRecorder.plan", "Name of the plan", "");

  /** Whether to write JMeter's own CSV of the window as well. */
  public static final Field JTL =
      new Field("HistogramRecorder.jtl", "Write results.jtl too (true, false)", "false");

  /** Whether to write a line for each request of the window as well. */
  public static final Field OUTCOMES =
      new Field("HistogramRecorder.outcomes", "Write outcomes.csv too (true, false)", "false");

  /** All settings, in the order of the GUI. */
  public static final List<Field> FIELDS = List.of(DIRECTORY, PLAN, JTL, OUTCOMES);

  private final transient Rehearsal rehearsal = new Rehearsal();
  private final transient LongAdder connectionsBefore = new LongAdder();
  private final transient LongAdder connectionsInWindow = new LongAdder();
  private final transient Mismatches mismatches = new Mismatches();
  private transient Stage.@Nullable WindowListener opener;
  private transient volatile @Nullable Recording recording;
  private transient volatile @Nullable JtlFile jtl;
  private transient volatile @Nullable OutcomesFile outcomes;

  @Override
  public void testStarted() {
    connectionsBefore.reset();
    connectionsInWindow.reset();
    recording = null;
    rehearse();
    Stage.WindowListener listener = new Windows();
    opener = listener;
    Stage.addWindowListener(listener);
  }

  private void rehearse() {
    try {
      rehearsal.write();
    } catch (IOException e) {
      LOG.warn("The recorder could not be warmed up: {}", e.toString());
    }
  }

  /** Writes one record per window of the run. */
  private final class Windows implements Stage.WindowListener {
    @Override
    public void opens(Window window) {
      open(window, Stage.course());
    }

    @Override
    public void closes() {
      complete();
    }
  }

  private synchronized Recording open(Window window, @Nullable Course course) {
    Recording existing = recording;
    if (existing != null) {
      return existing;
    }
    RunController controller = Stage.controller();
    Recording opened = new Recording(window, course, files(window), controller::second);
    recording = opened;
    jtl = jtl();
    outcomes = outcomes(window);
    return opened;
  }

  private @Nullable OutcomesFile outcomes(Window window) {
    String directory = DIRECTORY.text(this);
    if (directory.isEmpty() || !Boolean.parseBoolean(OUTCOMES.text(this))) {
      return null;
    }
    try {
      return new OutcomesFile(Path.of(directory), window);
    } catch (IOException e) {
      unwritable(directory, e);
      return null;
    }
  }

  private @Nullable JtlFile jtl() {
    String directory = DIRECTORY.text(this);
    if (directory.isEmpty() || !Boolean.parseBoolean(JTL.text(this))) {
      return null;
    }
    try {
      return new JtlFile(Path.of(directory));
    } catch (IOException e) {
      unwritable(directory, e);
      return null;
    }
  }

  private static void unwritable(String directory, IOException e) {
    String reason = "The folder '" + directory + "' cannot be written to: " + e;
    Stage.controller().failed(reason);
    LOG.error(reason);
    Course course = Stage.course();
    if (course != null) {
      course.stop();
    }
  }

  private @Nullable RunFiles files(Window window) {
    String directory = DIRECTORY.text(this);
    if (directory.isEmpty()) {
      return null;
    }
    try {
      return RunFiles.in(Path.of(directory), window, PLAN.text(this), this::connections);
    } catch (IOException e) {
      unwritable(directory, e);
      return null;
    }
  }

  private RunFiles.ConnectionCount connections() {
    long inWindow = connectionsInWindow.sum();
    return new RunFiles.ConnectionCount(connectionsBefore.sum() + inWindow, inWindow);
  }

  @Override
  public void sampleOccurred(SampleEvent event) {
    SampleResult result = event.getResult();
    Arrival arrival = Arrival.current();
    boolean measured = arrival == null || arrival.measured();
    TimedSampleResult own = result instanceof TimedSampleResult timed ? timed : null;
    if (arrival != null) {
      arrival.served(own == null ? System.nanoTime() : own.endNanos());
    }
    if (own != null) {
      count(own, measured);
    }
    SampleKind kind = own != null ? SampleKind.REQUEST : kind(event);
    if (kind == SampleKind.REQUEST) {
      reportMismatch(result);
    }
    if (!measured) {
      countWarm(kind, result);
      return;
    }
    Recording open = recording;
    if (open == null) {
      // An ordinary thread group has no window; the record starts with the first sample.
      open = open(Window.in(0), null);
    }
    JtlFile file = jtl;
    if (file != null) {
      file.add(event);
    }
    switch (kind) {
      case REQUEST -> {
        open.add(result);
        OutcomesFile lines = outcomes;
        if (lines != null && own != null) {
          lines.add(own);
        }
      }
      case TRANSACTION -> open.addTransaction(result);
      case LOCAL -> {
        // Computes in the load worker and sends nothing.
      }
    }
  }

  private void reportMismatch(SampleResult result) {
    Mismatch mismatch = mismatches.add(result);
    if (mismatch != null) {
      Stage.controller().mismatched(mismatch);
    }
  }

  private static SampleKind kind(SampleEvent event) {
    return SampleKind.of(event, JMeterContextService.getContext().getCurrentSampler());
  }

  private static void countWarm(SampleKind kind, SampleResult result) {
    Course course = Stage.course();
    if (course != null && kind == SampleKind.REQUEST) {
      course.warmed(result.isSuccessful());
    }
  }

  private void count(TimedSampleResult result, boolean measured) {
    if (result.connectionOpened()) {
      (measured ? connectionsInWindow : connectionsBefore).increment();
    }
    if (!measured) {
      rehearsal.add(result);
    }
  }

  @Override
  public void testEnded() {
    Stage.WindowListener listener = opener;
    if (listener != null) {
      Stage.removeWindowListener(listener);
    }
    complete();
  }

  private synchronized void complete() {
    Recording open = recording;
    JtlFile file = jtl;
    OutcomesFile lines = outcomes;
    recording = null;
    jtl = null;
    outcomes = null;
    if (open != null) {
      try {
        open.close();
        if (file != null) {
          file.close();
        }
        if (lines != null) {
          lines.close();
        }
      } catch (IOException e) {
        String reason = "The record of the run could not be completed: " + e;
        Stage.controller().failed(reason);
        LOG.error(reason, e);
      }
    }
  }

  @Override
  public void testStarted(String host) {
    testStarted();
  }

  @Override
  public void testEnded(String host) {
    testEnded();
  }

  @Override
  public void sampleStarted(SampleEvent event) {
    // The result contains its times.
  }

  @Override
  public void sampleStopped(SampleEvent event) {
    // The result contains its times.
  }
}
