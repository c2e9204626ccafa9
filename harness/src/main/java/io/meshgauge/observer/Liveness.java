package io.meshgauge.observer;

/**
 * Body and answer of {@code POST /alive}: the harness is still there.
 *
 * @param watching whether it still wants the watch to go on
 */
record Liveness(boolean watching) {}
