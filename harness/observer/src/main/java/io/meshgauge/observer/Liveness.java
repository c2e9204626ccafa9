package io.meshgauge.observer;

/**
 * Body and answer of {@code POST /alive}, the heartbeat of the harness.
 *
 * @param watching whether to renew the watch
 */
record Liveness(boolean watching) {}
