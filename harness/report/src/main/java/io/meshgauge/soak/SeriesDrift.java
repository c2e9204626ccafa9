package io.meshgauge.soak;

import io.meshgauge.stats.drift.Drift;

/**
 * The drift of one series.
 *
 * @param leg the deployment it is of: a restarted process begins a new series
 * @param tolerancePerHour a slope that is of no consequence, in the unit of the quantity
 */
public record SeriesDrift(Subject subject, int leg, Drift drift, double tolerancePerHour) {}
