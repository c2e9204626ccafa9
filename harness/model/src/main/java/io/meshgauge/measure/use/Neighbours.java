package io.meshgauge.measure.use;

/**
 * Whom a container serves that is not there for one experiment.
 *
 * @param pods how many it serves
 * @param ours how many of them are the experiment's
 */
public record Neighbours(int pods, int ours) {}
