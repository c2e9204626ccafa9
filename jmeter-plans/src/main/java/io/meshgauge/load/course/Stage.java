package io.meshgauge.load.course;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Process-wide context in which the elements of the running plan find each other. JMeter builds and
 * clones elements from XML, so they cannot hold references to one another; it runs one test at a
 * time per process.
 */
public final class Stage {

  private static volatile RunController controller = RunController.OPEN;
  private static volatile @Nullable Course course;
  private static volatile OptionalInt arm = OptionalInt.empty();
  private static final List<WindowListener> WINDOW_LISTENERS = new CopyOnWriteArrayList<>();

  private Stage() {}

  /** The controller of the plans of this process. */
  public static RunController controller() {
    return controller;
  }

  /** Sets the controller of the plans of this process. */
  public static void setController(RunController newConductor) {
    controller = newConductor;
  }

  /** The current or last run; null if the plan has no open-loop thread group. */
  public static @Nullable Course course() {
    return course;
  }

  /** Sets the current run; null clears it. */
  public static void perform(@Nullable Course newCourse) {
    course = newCourse;
  }

  /** The arm whose window is open, or was the latest; empty where no arms take turns. */
  public static OptionalInt arm() {
    return arm;
  }

  static void turnTo(OptionalInt newArm) {
    arm = newArm;
  }

  /** Receives the start and end of windows. */
  public interface WindowListener {
    /** A window opens; none of its arrivals has been taken yet. */
    void opens(Window window);

    /** A window of a repeated run is over: all of its requests have ended. */
    void closes();
  }

  /** Registers a listener. */
  public static void addWindowListener(WindowListener listener) {
    WINDOW_LISTENERS.add(listener);
  }

  /** Unregisters a listener. */
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
