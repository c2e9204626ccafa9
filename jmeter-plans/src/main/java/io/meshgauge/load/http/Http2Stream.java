package io.meshgauge.load.http;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/** One exchange on an HTTP/2 connection, and the thread that waits for it. */
final class Http2Stream {

  final RequestTemplate template;
  final HttpExchange exchange;
  final long deadlineNanos;

  /** Signalled when it is over, or when its thread must read for all. */
  final Condition turn;

  /** Bytes of its body that the peer allows. */
  final AtomicLong window = new AtomicLong();

  /** Bytes of the body sent; only for the sending thread. */
  int sentBytes;

  /** Its number; 0 before it has one. */
  volatile int id;

  /** Whether it has ended. */
  volatile boolean over;

  /** Whether its thread sleeps until its turn. */
  boolean sleeping;

  Http2Stream(RequestTemplate template, HttpExchange exchange, long deadlineNanos, Condition turn) {
    this.template = template;
    this.exchange = exchange;
    this.deadlineNanos = deadlineNanos;
    this.turn = turn;
  }
}
