package io.meshgauge.attribution;

import io.meshgauge.measure.Part;

/**
 * A part of the mean response time, or of the CPU time per request.
 *
 * @param kind where it is spent
 * @param name of the service or the container
 */
public record Component(Kind kind, String name) {

  /** Where time is spent, in the order of a request's way. */
  public enum Kind {
    /** Requests were due while every connection was waiting for an answer, or were sent late. */
    LOAD_QUEUE("queue", "wait for the load worker"),
    /** From the caller's stopwatch to the wire: its HTTP client and its proxy, both ways. */
    CALLER("caller's side", "→ %s, caller's side"),
    /** From the wire to the service's stopwatch: its proxy and its HTTP server, both ways. */
    SERVER("server's side", "→ %s, server's side"),
    /** Both sides, where a wire carries several requests at a time. */
    BOTH_SIDES("both sides", "→ %s, both sides"),
    /** In the service itself, without the calls it waits for. */
    SERVICE("services", "in %s"),
    /**
     * A service without timers, the way to it unless the wire was timed, and calls it does not
     * time.
     */
    NOT_TIMED("not attributed", "→ %s, not attributed: no timers"),
    /** CPU of a container, by the part of the system it is accounted to. */
    APPLICATION(Part.APPLICATION.title(), "%s"),
    DATA_PLANE(Part.DATA_PLANE.title(), "%s"),
    CONTROL_PLANE(Part.CONTROL_PLANE.title(), "%s"),
    TELEMETRY(Part.TELEMETRY.title(), "%s"),
    LOAD(Part.LOAD.title(), "%s"),
    /** CPU of the machine that is no container's: kernel threads, interrupts, other programs. */
    REST("not attributed", "not attributed: rest of the machine");

    private final String title;
    private final String words;

    Kind(String title, String words) {
      this.title = title;
      this.words = words;
    }

    /** The name used in legends. */
    public String title() {
      return title;
    }

    static Kind of(Part part) {
      return switch (part) {
        case APPLICATION -> APPLICATION;
        case DATA_PLANE -> DATA_PLANE;
        case CONTROL_PLANE -> CONTROL_PLANE;
        case TELEMETRY -> TELEMETRY;
        case LOAD -> LOAD;
      };
    }
  }

  /** Label of tables and charts, for example {@code → order, caller's side}. */
  public String label() {
    return kind.words.formatted(name);
  }
}
