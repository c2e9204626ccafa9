/**
 * Sessions over time: the figures of each, their series, and the gate that compares a new session
 * with accepted ones. Pure functions of archives and of the file of accepted sessions.
 *
 * <p>Start reading at {@link io.meshgauge.trend.SessionFigures}.
 */
@NullMarked
package io.meshgauge.trend;

import org.jspecify.annotations.NullMarked;
