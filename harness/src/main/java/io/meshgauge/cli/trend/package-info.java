/**
 * The verbs {@code trend} and {@code accept}, and the gate of {@code run} and {@code report}:
 * sessions over time, from archives alone.
 */
@NullMarked
package io.meshgauge.cli.trend;

import org.jspecify.annotations.NullMarked;
