package io.meshgauge.experiment.change;

/**
 * How one request of the load ended.
 *
 * @param dueMicros when it was meant to start, in microseconds since the epoch
 * @param endMicros when its answer was complete, or it was given up, in microseconds since the
 *     epoch
 * @param good whether it was answered as expected
 */
public record Answer(long dueMicros, long endMicros, boolean good) {}
