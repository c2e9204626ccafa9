/** The verb {@code plan}: JMeter plans of users. Uses {@code config.jmx} and prints. */
@NullMarked
package io.meshgauge.cli.plan;

import org.jspecify.annotations.NullMarked;
