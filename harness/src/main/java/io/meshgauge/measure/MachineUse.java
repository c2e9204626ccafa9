package io.meshgauge.measure;

/**
 * How busy the whole machine was, as shares of all its CPU time.
 *
 * @param busy user, system and interrupt time of everything that ran here, 0 to 1
 * @param stolen time a hypervisor gave to others although something here wanted to run, 0 to 1
 */
public record MachineUse(double busy, double stolen) {}
