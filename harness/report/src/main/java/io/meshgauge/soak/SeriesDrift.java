package io.meshgauge.soak;

import io.meshgauge.stats.drift.Drift;

/**
 * The drift of one series.
 *
 * @param leg number of the deployment; a restarted process begins a new series
 * @param tolerancePerHour tolerated slope, in the unit of the quantity
 */
public record SeriesDrift(Subject subject, int leg, Drift drift, double tolerancePerHour) {}
