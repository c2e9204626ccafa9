package io.meshgauge.attribution;

import io.meshgauge.measure.use.Part;
import io.meshgauge.text.Messages;

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
    LOAD_QUEUE,
    /**
     * From the caller's stopwatch to the wire, where it leaves the caller's node: its HTTP client
     * and its proxy, both ways.
     */
    CALLER,
    /** Between the caller's node and the server's, both ways; within a node there is none. */
    NETWORK,
    /** From the wire to the service's stopwatch: its proxy and its HTTP server, both ways. */
    SERVER,
    /** Both sides, where a wire carries several requests at a time. */
    BOTH_SIDES,
    /** In the service itself, without the calls it waits for. */
    SERVICE,
    /**
     * A service without timers, the way to it unless the wire was timed, and calls it does not
     * time.
     */
    NOT_TIMED,
    /** CPU of a container, by the part of the system it is accounted to. */
    APPLICATION,
    DATA_PLANE,
    CONTROL_PLANE,
    TELEMETRY,
    LOAD,
    /** CPU of the machine that is no container's: kernel threads, interrupts, other programs. */
    REST;

    /** The name used in legends. */
    public String title() {
      return switch (this) {
        case APPLICATION -> Part.APPLICATION.title();
        case DATA_PLANE -> Part.DATA_PLANE.title();
        case CONTROL_PLANE -> Part.CONTROL_PLANE.title();
        case TELEMETRY -> Part.TELEMETRY.title();
        case LOAD -> Part.LOAD.title();
        default -> Messages.of("attribution.kind", this);
      };
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
    return switch (kind) {
      case APPLICATION, DATA_PLANE, CONTROL_PLANE, TELEMETRY, LOAD -> name;
      default -> Messages.of("attribution.label", kind, name);
    };
  }
}
