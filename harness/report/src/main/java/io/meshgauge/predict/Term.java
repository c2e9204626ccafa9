package io.meshgauge.predict;

import java.util.Set;

/**
 * A part of a cost with a physical meaning: a coefficient times its size. A term is fitted only if
 * the factors that tell it from the others were varied.
 */
public enum Term {
  /** CPU that a service and its proxies use without load. */
  IDLE("idle, per service", Set.of(Factor.RATE)),
  /** CPU for each call of each request. */
  CALL("per call", Set.of()),
  /** CPU for each byte of padding. */
  BYTE("per byte of a call", Set.of(Factor.PAYLOAD)),
  /** CPU or memory for each connection of the load. */
  CONNECTION("per connection", Set.of(Factor.CONNECTIONS)),
  /** CPU for each rule that is evaluated for a call. */
  RULE("per rule of a call", Set.of(Factor.RULES)),
  /** CPU for each traced call. */
  SPAN("per traced call", Set.of(Factor.SAMPLING)),
  /** CPU of the load worker between its requests. */
  FIXED("fixed", Set.of(Factor.RATE)),
  /** CPU of the load worker for each request. */
  REQUEST("per request", Set.of()),
  /** CPU of the load worker for each byte of padding. */
  RECEIVED("per byte of an answer", Set.of(Factor.PAYLOAD)),
  /** Memory of a service and its proxies. */
  SERVICE("per service", Set.of()),
  /** Memory for the rules in front of a service. */
  STORED_RULE("per rule of a service", Set.of(Factor.RULES)),
  /** Time of a call without a queue. */
  HOP("per hop", Set.of()),
  /** Time to transfer the padding. */
  TRANSFER("per byte of a hop", Set.of(Factor.PAYLOAD)),
  /** Time to evaluate rules. */
  CHECK("per rule of a hop", Set.of(Factor.RULES)),
  /** Time to record a traced call. */
  RECORD("per traced hop", Set.of(Factor.SAMPLING)),
  /** Time spent waiting for a processor. */
  QUEUE("queueing, per hop", Set.of(Factor.RATE));

  private final String words;
  private final Set<Factor> needs;

  Term(String words, Set<Factor> needs) {
    this.words = words;
    this.needs = needs;
  }

  /** Its meaning. */
  public String words() {
    return words;
  }

  /** Factors that must have been varied. */
  Set<Factor> needs() {
    return needs;
  }

  /**
   * Its size.
   *
   * @param queue mean wait in service times, see {@link Queueing}
   */
  double size(Conditions at, double queue) {
    double calls = at.rate() * at.hops();
    return switch (this) {
      case IDLE, SERVICE -> at.services();
      case CALL -> calls;
      case BYTE -> calls * at.payload();
      case CONNECTION -> at.connections();
      case RULE -> calls * at.rules();
      case SPAN -> calls * at.sampling();
      case FIXED -> 1;
      case REQUEST -> at.rate();
      case RECEIVED -> at.rate() * at.payload();
      case STORED_RULE -> at.services() * at.rules();
      case HOP -> at.hops();
      case TRANSFER -> at.hops() * at.payload();
      case CHECK -> at.hops() * at.rules();
      case RECORD -> at.hops() * at.sampling();
      case QUEUE -> at.hops() * queue;
    };
  }
}
