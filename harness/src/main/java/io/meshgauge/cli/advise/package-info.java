/** The verb {@code advise}. */
@NullMarked
package io.meshgauge.cli.advise;

import org.jspecify.annotations.NullMarked;
