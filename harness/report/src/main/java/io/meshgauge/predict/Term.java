package io.meshgauge.predict;

import io.meshgauge.text.Messages;
import java.util.Set;

/**
 * A part of a cost with a physical meaning: a coefficient times its size. A term is fitted only if
 * the factors that tell it from the others were varied.
 */
public enum Term {
  /** CPU that a service and its proxies use without load. */
  IDLE(Set.of(Factor.RATE)),
  /** CPU for each call of each request. */
  CALL(Set.of()),
  /** CPU for each byte of padding. */
  BYTE(Set.of(Factor.PAYLOAD)),
  /** CPU or memory for each connection of the load. */
  CONNECTION(Set.of(Factor.CONNECTIONS)),
  /** CPU for each rule that is evaluated for a call. */
  RULE(Set.of(Factor.RULES)),
  /** CPU for each traced call. */
  SPAN(Set.of(Factor.SAMPLING)),
  /** CPU of the load worker between its requests. */
  FIXED(Set.of(Factor.RATE)),
  /** CPU of the load worker for each request. */
  REQUEST(Set.of()),
  /** CPU of the load worker for each byte of padding. */
  RECEIVED(Set.of(Factor.PAYLOAD)),
  /** Memory of a service and its proxies. */
  SERVICE(Set.of()),
  /** Memory for the rules in front of a service. */
  STORED_RULE(Set.of(Factor.RULES)),
  /** Memory of the proxies of a service for services that no request uses. */
  CONFIGURED(Set.of(Factor.CONFIGURED)),
  /** Time of a call without a queue. */
  HOP(Set.of()),
  /** Time to transfer the padding. */
  TRANSFER(Set.of(Factor.PAYLOAD)),
  /** Time to evaluate rules. */
  CHECK(Set.of(Factor.RULES)),
  /** Time to record a traced call. */
  RECORD(Set.of(Factor.SAMPLING)),
  /** Time spent waiting for a processor. */
  QUEUE(Set.of(Factor.RATE));

  private final Set<Factor> needs;

  Term(Set<Factor> needs) {
    this.needs = needs;
  }

  /** Its meaning. */
  public String words() {
    return Messages.of("predict.term", this);
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
      case CONFIGURED -> at.services() * at.configured();
      case HOP -> at.hops();
      case TRANSFER -> at.hops() * at.payload();
      case CHECK -> at.hops() * at.rules();
      case RECORD -> at.hops() * at.sampling();
      case QUEUE -> at.hops() * queue;
    };
  }
}
