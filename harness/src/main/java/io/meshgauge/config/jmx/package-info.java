/**
 * Reads users' JMeter plans without JMeter: what they need, where they send, and their open-loop
 * copy. May use {@code yaml}, for problems with their places.
 */
@NullMarked
package io.meshgauge.config.jmx;

import org.jspecify.annotations.NullMarked;
