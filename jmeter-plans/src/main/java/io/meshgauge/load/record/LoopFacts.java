package io.meshgauge.load.record;

import java.util.function.BooleanSupplier;

/**
 * What is known of a closed loop, whose rate is a result and not a setting.
 *
 * @param durationSeconds planned length of the window
 * @param threads alive when the window opened
 * @param worker index of this worker, from 0
 * @param workers that each run the whole plan
 * @param stoppedEarly whether the window was ended before its time
 */
public record LoopFacts(
    double durationSeconds, int threads, int worker, int workers, BooleanSupplier stoppedEarly) {}
