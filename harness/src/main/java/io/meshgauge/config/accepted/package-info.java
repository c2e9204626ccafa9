/** Reads accepted sessions: the JSON files that {@code meshgauge accept} writes. */
@NullMarked
package io.meshgauge.config.accepted;

import org.jspecify.annotations.NullMarked;
