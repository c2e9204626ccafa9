package io.meshgauge.measure.limit;

/**
 * What the kernel says of the control group of a process at one moment.
 *
 * @param limit in force
 * @param periods of {@value Limit#PERIOD_SECONDS} s in which the process wanted to run
 * @param throttled of these in which it used up its share and had to wait
 * @param throttledSeconds that it waited, summed over its threads' processors
 * @param outOfMemory how often the kernel ended one of its processes at the limit of memory
 */
public record GroupReading(
    Limit limit, long periods, long throttled, double throttledSeconds, long outOfMemory) {}
