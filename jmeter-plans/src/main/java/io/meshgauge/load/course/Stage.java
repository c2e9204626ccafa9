package io.meshgauge.load.course;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The one place per process where the elements of the running plan find each other. JMeter builds
 * its elements from XML and clones them, and runs one test at a time in a process, so they cannot
 * be handed to one another.
 */
public final class Stage {

  private static volatile Conductor conductor = Conductor.OPEN;
  private static volatile @Nullable Course course;
  private static final List<WindowListener> WINDOW_LISTENERS = new CopyOnWriteArrayList<>();

  private Stage() {}

  /** Who directs the plans of this process. */
  public static Conductor conductor() {
    return conductor;
  }

  /** Names who directs the plans of this process. */
  public static void conductedBy(Conductor newConductor) {
    conductor = newConductor;
  }

  /** The course under way or the last one; null when the plan has no open-loop thread group. */
  public static @Nullable Course course() {
    return course;
  }

  /** Takes the stage for a course; null clears it. */
  public static void perform(@Nullable Course newCourse) {
    course = newCourse;
  }

  /** Receives the windows of a course. */
  public interface WindowListener {
    /** A window opens; none of its arrivals has been taken yet. */
    void opens(Window window);

    /** The window of a course that repeats them is over: every request of it has ended. */
    void closes();
  }

  /** Subscribes to windows. */
  public static void addWindowListener(WindowListener listener) {
    WINDOW_LISTENERS.add(listener);
  }

  /** Ends what {@link #addWindowListener} began. */
  public static void removeWindowListener(WindowListener listener) {
    WINDOW_LISTENERS.remove(listener);
  }

  static void windowOpens(Window window) {
    WINDOW_LISTENERS.forEach(listener -> listener.opens(window));
  }

  static void windowCloses() {
    WINDOW_LISTENERS.forEach(WindowListener::closes);
  }
}
